/* SPDX-License-Identifier: MIT */
/* Switch of stacks on AArch64 (AAPCS64). Saved, from low to high: x19-x30, d8-d15, fpcr:
 * 176 bytes, a multiple of 16. Only conc_context_switch_modes saves and loads fpcr. */

	.text

	.macro saved			/* where a stack that was left has them */
	.cfi_offset x19, -176
	.cfi_offset x20, -168
	.cfi_offset x21, -160
	.cfi_offset x22, -152
	.cfi_offset x23, -144
	.cfi_offset x24, -136
	.cfi_offset x25, -128
	.cfi_offset x26, -120
	.cfi_offset x27, -112
	.cfi_offset x28, -104
	.cfi_offset x29, -96
	.cfi_offset x30, -88
	.endm

	.macro start name		/* x0: where to save, x1: where to go, x2: processor */
	.globl	\name
	.hidden	\name
	.type	\name, %function
	.balign	64
\name:
	.cfi_startproc
	stp	x19, x20, [sp, #-176]!
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	.cfi_def_cfa_offset 176
	saved
	stp	d8, d9, [sp, #96]
	stp	d10, d11, [sp, #112]
	stp	d12, d13, [sp, #128]
	stp	d14, d15, [sp, #144]
	.endm

	.macro finish name
	ldp	d14, d15, [sp, #144]
	ldp	d12, d13, [sp, #128]
	ldp	d10, d11, [sp, #112]
	ldp	d8, d9, [sp, #96]
	ldp	x29, x30, [sp, #80]
	ldp	x27, x28, [sp, #64]
	ldp	x25, x26, [sp, #48]
	ldp	x23, x24, [sp, #32]
	ldp	x21, x22, [sp, #16]
	ldp	x19, x20, [sp], #176
	.cfi_def_cfa_offset 0
	mov	x0, x2
	ret
	.cfi_endproc
	.size	\name, . - \name
	.endm

	start	conc_context_switch
	mov	x10, sp
	str	x10, [x0]
	/* Both stacks have the same shape here, so what the unwinder knows stays true. */
	mov	sp, x1
	finish	conc_context_switch

	start	conc_context_switch_modes
	mrs	x9, fpcr
	str	x9, [sp, #160]
	mov	x10, sp
	str	x10, [x0]
	mov	sp, x1			/* as above */
	ldr	x10, [sp, #160]
	cmp	x9, x10
	b.eq	1f
	msr	fpcr, x10
1:	finish	conc_context_switch_modes

/* Below the called function unwinders see the place where the stack was left. */
	.globl	conc_context_visit
	.hidden	conc_context_visit
	.type	conc_context_visit, %function
	.balign	16
conc_context_visit:		/* x0: the stack, x1: function, x2: its argument */
	.cfi_startproc
	stp	x19, x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x19, -16
	.cfi_offset x30, -8
	mov	x19, x0
	mov	x0, x2
	.cfi_remember_state
	.cfi_def_cfa x19, 176
	saved
	blr	x1
	.cfi_restore_state
	ldp	x19, x30, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x19
	.cfi_restore x30
	ret
	.cfi_endproc
	.size	conc_context_visit, . - conc_context_visit

/* The first frame of a fresh stack; unwinders stop here. */
	.globl	conc_context_start
	.hidden	conc_context_start
	.type	conc_context_start, %function
	.balign	16
conc_context_start:
	.cfi_startproc
	.cfi_undefined x30
	mov	x29, xzr
	mov	x30, xzr
	bl	conc_context_main
	brk	#0
	.cfi_endproc
	.size	conc_context_start, . - conc_context_start

	.globl	conc_context_make
	.hidden	conc_context_make
	.type	conc_context_make, %function
	.balign	16
conc_context_make:		/* x0: top */
	.cfi_startproc
	sub	x0, x0, #192
	stp	xzr, xzr, [x0]
	stp	xzr, xzr, [x0, #16]
	stp	xzr, xzr, [x0, #32]
	stp	xzr, xzr, [x0, #48]
	stp	xzr, xzr, [x0, #64]
	adr	x9, conc_context_start
	stp	xzr, x9, [x0, #80]
	stp	xzr, xzr, [x0, #96]
	stp	xzr, xzr, [x0, #112]
	stp	xzr, xzr, [x0, #128]
	stp	xzr, xzr, [x0, #144]
	stp	xzr, xzr, [x0, #160]	/* a thread starts with the default modes */
	stp	xzr, xzr, [x0, #176]
	ret
	.cfi_endproc
	.size	conc_context_make, . - conc_context_make

	.section .note.GNU-stack, "", %progbits
