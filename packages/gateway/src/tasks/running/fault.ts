/** Errors of a run, named as in the contract. */
export const executionCodes = [
  'EXC_MB_ILLEGAL_FUNCTION',
  'EXC_MB_ILLEGAL_DATA_ADDRESS',
  'EXC_MB_ILLEGAL_DATA_VALUE',
  'EXC_MB_SLAVE_DEVICE_FAILURE',
  'EXC_MB_ACKNOWLEDGE',
  'EXC_MB_SLAVE_BUSY',
  'EXC_MB_MEMORY_PARITY_ERROR',
  'EXC_PARAM_PATH_UNAVAILABLE',
  'EXC_PARAM_TARGET_FAILED',
  'EXC_TYPE_UNKNOWN',
  'EXC_ACTION_UNKNOWN',
  'EXC_IO',
  'EXC_OUT_OF_MEMORY',
  'EXC_STACK_OVERFLOW',
  'EXC_STACK_UNDERFLOW',
  'EXC_RESULT_INFINITY',
  'EXC_RESULT_COMPLEX',
  'EXC_OUT_OF_BOUNDS',
  'EXC_UNKNOWN',
] as const
export type ExecutionCode = (typeof executionCodes)[number]

const byException: Readonly<Record<number, ExecutionCode>> = {
  1: 'EXC_MB_ILLEGAL_FUNCTION',
  2: 'EXC_MB_ILLEGAL_DATA_ADDRESS',
  3: 'EXC_MB_ILLEGAL_DATA_VALUE',
  4: 'EXC_MB_SLAVE_DEVICE_FAILURE',
  5: 'EXC_MB_ACKNOWLEDGE',
  6: 'EXC_MB_SLAVE_BUSY',
  8: 'EXC_MB_MEMORY_PARITY_ERROR',
  10: 'EXC_PARAM_PATH_UNAVAILABLE',
  11: 'EXC_PARAM_TARGET_FAILED',
  254: 'EXC_OUT_OF_BOUNDS',
}

/** Why the bus did not do it, by the number of the exception. */
export const codeOf = (exception: number): ExecutionCode => byException[exception] ?? 'EXC_UNKNOWN'

/** Codes that never occur: an unknown type prevents the compilation. */
export const codesWithoutCause = ['EXC_TYPE_UNKNOWN'] as const satisfies ExecutionCode[]

/** Ends a run from within an expression; `run` converts it to a value. */
export class Fault extends Error {
  readonly code: ExecutionCode

  constructor(code: ExecutionCode) {
    super(code)
    this.code = code
  }
}
