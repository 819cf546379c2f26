/* SPDX-License-Identifier: MIT */
/* Switch of stacks on x86-64 (System V ABI). Saved, from high to low: return address, rbp rbx r12
 * r13 r14 r15, then a word for the floating-point modes: mxcsr (4 bytes) and the x87 control word
 * (2). Only conc_context_switch_modes saves the modes: reading mxcsr costs 4 ns, as much as the
 * rest of the switch. */

	.text

	.macro save register
	pushq	\register
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \register, 0
	.endm

	.macro restore register
	popq	\register
	.cfi_adjust_cfa_offset -8
	.cfi_restore \register
	.endm

	.macro start name		/* rdi: where to save, rsi: where to go, rdx: processor */
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.balign	64
\name:
	.cfi_startproc
	endbr64
	save	%rbp
	save	%rbx
	save	%r12
	save	%r13
	save	%r14
	save	%r15
	subq	$8, %rsp		/* the modes' word */
	.cfi_adjust_cfa_offset 8
	.endm

	.macro finish
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	restore	%r15
	restore	%r14
	restore	%r13
	restore	%r12
	restore	%rbx
	restore	%rbp
	movq	%rdx, %rax
	ret
	.endm

	start	conc_context_switch
	movq	%rsp, (%rdi)
	/* Both stacks have the same shape here, so what the unwinder knows stays true. */
	movq	%rsi, %rsp
	finish
	.cfi_endproc
	.size	conc_context_switch, . - conc_context_switch

	start	conc_context_switch_modes
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movl	(%rsp), %ecx
	movzwl	4(%rsp), %r8d
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp		/* as above */
	xorl	(%rsp), %ecx		/* loading either word is slow: only if it differs; */
	testl	$0xffc0, %ecx		/* status bits do not count, as in any call */
	jne	1f
2:	cmpw	4(%rsp), %r8w
	jne	3f
4:	.cfi_remember_state
	finish
	.cfi_restore_state
1:	ldmxcsr	(%rsp)
	jmp	2b
3:	fldcw	4(%rsp)
	jmp	4b
	.cfi_endproc
	.size	conc_context_switch_modes, . - conc_context_switch_modes

/* Below the called function unwinders see the place where the stack was left. */
	.globl	conc_context_visit
	.hidden	conc_context_visit
	.type	conc_context_visit, @function
	.balign	16
conc_context_visit:		/* rdi: the stack, rsi: function, rdx: its argument */
	.cfi_startproc
	endbr64
	save	%rbx
	movq	%rdi, %rbx
	movq	%rdx, %rdi
	.cfi_remember_state
	.cfi_def_cfa %rbx, 64
	.cfi_offset %rbp, -16
	.cfi_offset %rbx, -24
	.cfi_offset %r12, -32
	.cfi_offset %r13, -40
	.cfi_offset %r14, -48
	.cfi_offset %r15, -56
	call	*%rsi
	.cfi_restore_state
	restore	%rbx
	ret
	.cfi_endproc
	.size	conc_context_visit, . - conc_context_visit

/* The first frame of a fresh stack; unwinders stop here. */
	.globl	conc_context_start
	.hidden	conc_context_start
	.type	conc_context_start, @function
	.balign	16
conc_context_start:
	.cfi_startproc
	.cfi_undefined %rip
	endbr64
	xorl	%ebp, %ebp
	movq	%rax, %rdi
	call	conc_context_main
	ud2
	.cfi_endproc
	.size	conc_context_start, . - conc_context_start

	.globl	conc_context_make
	.hidden	conc_context_make
	.type	conc_context_make, @function
	.balign	16
conc_context_make:		/* rdi: top */
	.cfi_startproc
	endbr64
	leaq	-80(%rdi), %rax		/* 8 modes, 48 registers, 8 return, 16 spare */
	movl	$0x1f80, (%rax)		/* a thread starts with the default modes */
	movl	$0x37f, 4(%rax)
	movq	$0, 8(%rax)
	movq	$0, 16(%rax)
	movq	$0, 24(%rax)
	movq	$0, 32(%rax)
	movq	$0, 40(%rax)
	movq	$0, 48(%rax)
	leaq	conc_context_start(%rip), %rcx
	movq	%rcx, 56(%rax)
	movq	$0, 64(%rax)
	movq	$0, 72(%rax)
	ret
	.cfi_endproc
	.size	conc_context_make, . - conc_context_make

	.section .note.GNU-stack, "", @progbits
