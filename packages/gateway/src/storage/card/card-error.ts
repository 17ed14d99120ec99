/** Errors of the card, named as in the contract. */
export const frCodes = [
  'ERROR_FR_DISK_ERR',
  'ERROR_FR_INT_ERR',
  'ERROR_FR_NOT_READY',
  'ERROR_FR_NO_FILE',
  'ERROR_FR_NO_PATH',
  'ERROR_FR_INVALID_NAME',
  'ERROR_FR_DENIED',
  'ERROR_FR_EXIST',
  'ERROR_FR_INVALID_OBJECT',
  'ERROR_FR_WRITE_PROTECTED',
  'ERROR_FR_INVALID_DRIVE',
  'ERROR_FR_NOT_ENABLED',
  'ERROR_FR_NO_FILESYSTEM',
  'ERROR_FR_MKFS_ABORTED',
  'ERROR_FR_TIMEOUT',
  'ERROR_FR_LOCKED',
  'ERROR_FR_NOT_ENOUGH_CORE',
  'ERROR_FR_TOO_MANY_OPEN_FILES',
  'ERROR_FR_INVALID_PARAMETER',
] as const
export type FrCode = (typeof frCodes)[number]

/** A failed operation of the card, with a message for users. */
export class CardError extends Error {
  readonly code: FrCode

  constructor(code: FrCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CardError'
    this.code = code
  }
}
