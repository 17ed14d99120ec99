import type { FrCode } from '../../storage/card/card-error.ts'

/** Errors in a template or its run, named as in the contract. */
export const engineCodes = [
  'ERROR_META',
  'ERROR_LABEL',
  'ERROR_CONDITION',
  'ERROR_CHECK_TYPE',
  'ERROR_MODIFIER_PARAMETER',
  'ERROR_DATA_SOURCE',
  'ERROR_DATA_SOURCE_FUNCTION',
  'ERROR_DATA_SOURCE_ADDRESS',
  'ERROR_CHECK_PARAMETERS',
  'ERROR_ACTION',
  'ERROR_ACTION_TYPE',
  'ERROR_UNSUPPORTED_UTF_FORMAT',
  'ERROR_FILE_NOT_READ',
  'ERROR_LINE_OUTOFBOUND',
  'ERROR_UID_HIDDEN_BY_VDEVICE',
  'ERROR_ARG',
  'ERROR_MEM',
  'ERROR_BUSY',
  'ERROR_SERIAL_IS_SLAVE',
  'ERROR_EOF',
] as const
export type EngineCode = (typeof engineCodes)[number]
export type IdentifyCode = EngineCode | FrCode

/** A mistake in a template, with its place. Lines count from 1; 0 is the file as a whole. */
export interface Problem {
  readonly errorCode: EngineCode
  readonly line: number
}

export type CheckResult<T> = { readonly ok: T } | { readonly problem: Problem }

export const problemAt = (line: number, errorCode: EngineCode): { readonly problem: Problem } => ({
  problem: { errorCode, line },
})
