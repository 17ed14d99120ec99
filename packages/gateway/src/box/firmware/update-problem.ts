import { ManifestProblem } from '@busbar/uplink/releases'
import { CardError } from '../../storage/card/card-error.ts'
import { type FetchCode, FetchError } from './fetch-bytes.ts'

/** `fwUpdate.errorCode`: what the contract has of the card's codes, and those of the server. */
const cardCodes = [
  'ERROR_FR_DISK_ERR',
  'ERROR_FR_INT_ERR',
  'ERROR_FR_NOT_READY',
  'ERROR_FR_NO_FILE',
  'ERROR_FR_DENIED',
  'ERROR_FR_EXIST',
  'ERROR_FR_WRITE_PROTECTED',
  'ERROR_FR_NOT_ENOUGH_CORE',
] as const
export type UpdateCode = FetchCode | (typeof cardCodes)[number]

/** Why a release is not taken. */
export class UpdateProblem extends Error {
  override name = 'UpdateProblem'
  readonly code: UpdateCode

  constructor(code: UpdateCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What happened, in the contract's words. */
export const codeOf = (error: unknown): UpdateCode => {
  if (error instanceof FetchError || error instanceof UpdateProblem) return error.code
  if (error instanceof ManifestProblem) return 'ERROR_FR_DENIED'
  if (error instanceof CardError) return cardCodes.find((code) => code === error.code) ?? 'ERROR_FR_INT_ERR'
  return 'ERROR_FR_INT_ERR'
}
