import { limits } from '../limits.ts'

/** Errors in a task file, named as in the contract. */
export const compileCodes = [
  'ERROR_IO',
  'ERROR_OUT_OF_MEMORY',
  'ERROR_NO_PATH',
  'ERROR_NO_FILE',
  'ERROR_LINE_UNRECOGNIZED',
  'ERROR_ITEM_NAME',
  'ERROR_UNKNOWN_TYPE',
  'ERROR_EXPECTED_ASTERISK',
  'ERROR_ITEM_REF',
  'ERROR_ILLEGAL_ARGUMENT',
  'ERROR_EXPECTED_SEPARATOR',
  'ERROR_VALUE_BITSIZE_UNSUPPORTED',
  'ERROR_EXPECTED_DOUBLE_QOUTES',
  'ERROR_EXPECTED_EOL',
  'ERROR_VERSION_UNSUPPORTED',
  'ERROR_CRC',
  'ERROR_UID_BROADCAST',
  'ERROR_FILE_FORMAT_UNSUPPORTED',
  'ERROR_NAME_RESERVED',
  'ERROR_NAME_ALREADY_DEFINED',
  'ERROR_UNSATISFIED_FORWARD_DECLARATION',
  'ERROR_STRING_FUNCTION_ARGUMENT_TOO_SHORT',
  'ERROR_VALUE_FORMAT',
  'ERROR_ILLEGAL_ARRAY_INDEX',
  'ERROR_ARRAY_INDIRECT_INDEX_NOT_ALLOWED_HERE',
  'ERROR_ITEM_UNDECLARED',
  'ERROR_OUT_OF_PARAMETER_STORAGE_MEMORY',
  'ERROR_ILLEGAL_ARRAY_SIZE',
  'ERROR_UNEXPECTED_VARIABLE_REF',
  'ERROR_UNEXPECTED_CONDITION_REF',
  'ERROR_INDEX_BITSIZE_UNSUPPORTED',
  'ERROR_EXPECTED_CLOSING_BRACKET',
  'ERROR_UNKNOWN_STRING_FUNCTION',
  'ERROR_LOGGING_UNMAPPED_PARAMETER',
  'ERROR_MAPPED_PARAMETER_INTERSECT_PARTIALLY',
  'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER',
  'ERROR_OBSOLETE_FILE_LAYOUT',
] as const
export type CompileCode = (typeof compileCodes)[number]

/** A mistake with its place. Lines count from 1; null is the file as a whole. */
export interface Problem {
  readonly errorCode: CompileCode
  readonly errorLine: number | null
}

/** A failed check has the first problem, and the others where the check continues after a problem. */
export type CheckResult<T> = { readonly ok: T } | { readonly problem: Problem; readonly others?: readonly Problem[] }

export const problemAt = (errorLine: number | null, errorCode: CompileCode): { readonly problem: Problem } => ({
  problem: { errorCode, errorLine },
})

/** A failed result with these problems, or undefined when there are none. */
export function failedWith(
  problems: readonly Problem[],
): { readonly problem: Problem; readonly others: readonly Problem[] } | undefined {
  const [problem, ...others] = problems.slice(0, limits.problems)
  return problem && { problem, others }
}

/** Ends the compilation of a line from any depth; `checked` converts it to a value. */
export class CompileError extends Error {
  readonly code: CompileCode

  constructor(code: CompileCode) {
    super(code)
    this.code = code
  }
}

/** Result of a line, or its compile error as a value. Other errors are bugs and are thrown. */
export const checked = <T>(line: number, act: () => T): CheckResult<T> => {
  try {
    return { ok: act() }
  } catch (error) {
    if (error instanceof CompileError) return problemAt(line, error.code)
    throw error
  }
}
