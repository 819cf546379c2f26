#line 1 "declared_picture.c"
#include <conc.h>

CONC_CHANNEL_TYPE(int, conc_channel_int); CONC_CHANNEL_TYPE(void *, conc_channel_void_ptr); CONC_CHANNEL_TYPE(const char *, conc_channel_const_char_ptr); void server(conc_channel_int *in, conc_channel_void_ptr *stop, bool *more)
{
	for (int n = 0;;)
		{ conc_channel_void_ptr_element conc_value_3_0; conc_channel_int_element conc_value_3_1 = {0}; _Bool *conc_checked_3_1 = 0; conc_channel_const_char_ptr_element conc_value_3_2 = {0}; CONC_WAITUNTIL(3, 3); conc_again_3: CONC_ON_RECEIVE(3, 0, 1, conc_channel_void_ptr, stop) { return; }
		else CONC_ON_RECEIVE_OK(3, 1, 1, conc_channel_int, (conc_checked_3_1 = more, in)) { *conc_checked_3_1 = CONC_TOOK_PLACE(3, 1); int request = conc_value_3_1; { n += request; } }
		else CONC_ON_RECEIVE(3, 2, n > 0, conc_channel_const_char_ptr, (conc_channel_const_char_ptr *)0) { const char *name = conc_value_3_2; { (void)name; } } else { CONC_CHOOSE(3); goto conc_again_3; } }
}
