/* SPDX-License-Identifier: MIT */
/* System calls that are not trapped: those of the code up to conc_trap_end (trap.c). */

/* offsets in a ucontext_t */
#define R8  40
#define R9  48
#define R10 56
#define R12 72
#define R13 80
#define R14 88
#define R15 96
#define RDI 104
#define RSI 112
#define RBP 120
#define RBX 128
#define RDX 136
#define RAX 144
#define RIP 168

	.text

	.macro begin name
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	.endm

	.macro end name
	.cfi_endproc
	.size	\name, . - \name
	.endm

	begin	conc_trap_call_six	/* number and arguments, the last one on the stack */
	endbr64
	movq	%rdi, %rax
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	movq	%r8, %r10
	movq	%r9, %r8
	movq	8(%rsp), %r9
	syscall
	ret
	end	conc_trap_call_six

	begin	conc_trap_spawn		/* rdi: context */
	endbr64
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r12, 0
	movq	%rdi, %r12
	movq	RAX(%r12), %rax
	movq	RDI(%r12), %rdi
	movq	RSI(%r12), %rsi
	movq	RDX(%r12), %rdx
	movq	R10(%r12), %r10
	movq	R8(%r12), %r8
	movq	R9(%r12), %r9
	syscall
	testq	%rax, %rax
	je	1f			/* in the new process, on its stack */
	popq	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r12
	ret
1:	movq	%r12, %rdi
	movq	%rsp, %rsi
	jmp	conc_trap_begin
	end	conc_trap_spawn

/* Unwinders know the end of a signal handler by these two instructions. */
	.globl	conc_trap_restore
	.hidden	conc_trap_restore
	.type	conc_trap_restore, @function
	nop				/* they look for it at the address before, too */
conc_trap_restore:
	movq	$15, %rax
	syscall
	.size	conc_trap_restore, . - conc_trap_restore

	begin	conc_trap_return	/* rdi: the stack of a signal handler at its end */
	endbr64
	movq	%rdi, %rsp
	movq	$15, %rax
	syscall
	end	conc_trap_return

	.globl	conc_trap_end		/* the address behind a call must be before it */
	.hidden	conc_trap_end
	nop
conc_trap_end:
	nop

	begin	conc_trap_begin		/* rdi: context, rsi: stack */
	endbr64
	movq	%rsi, %rsp
	.cfi_undefined %rip
	movq	R8(%rdi), %r8
	movq	R9(%rdi), %r9
	movq	R10(%rdi), %r10
	movq	R12(%rdi), %r12
	movq	R13(%rdi), %r13
	movq	R14(%rdi), %r14
	movq	R15(%rdi), %r15
	movq	RSI(%rdi), %rsi
	movq	RBP(%rdi), %rbp
	movq	RBX(%rdi), %rbx
	movq	RDX(%rdi), %rdx
	movq	RIP(%rdi), %rcx
	movq	RDI(%rdi), %rdi
	xorl	%eax, %eax
	jmp	*%rcx
	end	conc_trap_begin

	.section .note.GNU-stack, "", @progbits
