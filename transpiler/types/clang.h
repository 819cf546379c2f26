/* SPDX-License-Identifier: MIT */
/* libclang, loaded when a unit first needs types: a unit without dialect must not pay the 15 ms
 * that loading costs. Its functions are called through a table: clang->createIndex(…). */
#ifndef CONCC_CLANG_H
#define CONCC_CLANG_H

#include <clang-c/Index.h>

/* clang-format off */
#define CLANG_FUNCTIONS(FUNCTION) \
	FUNCTION(getClangVersion) FUNCTION(Cursor_Evaluate) FUNCTION(EvalResult_getKind) \
	FUNCTION(EvalResult_isUnsignedInt) FUNCTION(EvalResult_getAsLongLong) \
	FUNCTION(EvalResult_dispose) FUNCTION(Cursor_isBitField) FUNCTION(getAddressSpace) \
	FUNCTION(getCanonicalCursor) FUNCTION(createIndex) FUNCTION(disposeIndex) \
	FUNCTION(parseTranslationUnit2) FUNCTION(disposeTranslationUnit) \
	FUNCTION(getTranslationUnitCursor) FUNCTION(visitChildren) FUNCTION(getCursorKind) \
	FUNCTION(getCursorType) FUNCTION(getCursorExtent) FUNCTION(getRangeStart) \
	FUNCTION(getRangeEnd) FUNCTION(getFileLocation) FUNCTION(getCursorLocation) \
	FUNCTION(Location_isInSystemHeader) FUNCTION(getCanonicalType) FUNCTION(getPointeeType) \
	FUNCTION(getTypeSpelling) FUNCTION(getCString) FUNCTION(disposeString) \
	FUNCTION(getTypeDeclaration) FUNCTION(getCursorSpelling) FUNCTION(Type_visitFields) \
	FUNCTION(getArrayElementType) FUNCTION(getArraySize) FUNCTION(isConstQualifiedType) \
	FUNCTION(getResultType) FUNCTION(getNumArgTypes) FUNCTION(getArgType) \
	FUNCTION(isFunctionTypeVariadic) FUNCTION(getCursorReferenced) \
	FUNCTION(Cursor_getStorageClass) FUNCTION(getCursorLinkage) FUNCTION(isTranslationUnit) FUNCTION(getNumDiagnostics) FUNCTION(getDiagnostic) \
	FUNCTION(getDiagnosticSeverity) FUNCTION(getDiagnosticSpelling) \
	FUNCTION(getDiagnosticLocation) FUNCTION(disposeDiagnostic) FUNCTION(equalCursors) \
	FUNCTION(getCursorSemanticParent) FUNCTION(Type_getSizeOf) FUNCTION(getNullCursor) \
	FUNCTION(Cursor_isNull) FUNCTION(equalTypes) FUNCTION(isVolatileQualifiedType) \
	FUNCTION(getCursorTLSKind) FUNCTION(Type_getValueType) FUNCTION(getDiagnosticNumRanges) \
	FUNCTION(getDiagnosticRange) FUNCTION(getDiagnosticCategoryText) \
	FUNCTION(Cursor_getNumArguments) FUNCTION(Cursor_getArgument) \
	FUNCTION(getCursorDefinition)
/* clang-format on */

struct clang {
#define FUNCTION(name) __typeof__(clang_##name) *name;
	CLANG_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

/* Returns the table. If no libclang can be loaded, exits with a message that names the package. */
const struct clang *clang_load(void);

#endif
