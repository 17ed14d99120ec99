import { CardError, type FrCode } from './card-error.ts'

/** Card error for each errno. A full card is DENIED, as in FatFs. */
const codes: Readonly<Record<string, FrCode>> = {
  EIO: 'ERROR_FR_DISK_ERR',
  ENODEV: 'ERROR_FR_NOT_READY',
  ENXIO: 'ERROR_FR_NOT_READY',
  ENOENT: 'ERROR_FR_NO_FILE',
  ENOTDIR: 'ERROR_FR_NO_PATH',
  ENAMETOOLONG: 'ERROR_FR_INVALID_NAME',
  EILSEQ: 'ERROR_FR_INVALID_NAME',
  EACCES: 'ERROR_FR_DENIED',
  EPERM: 'ERROR_FR_DENIED',
  ELOOP: 'ERROR_FR_DENIED',
  ENOTEMPTY: 'ERROR_FR_DENIED',
  EISDIR: 'ERROR_FR_DENIED',
  ENOSPC: 'ERROR_FR_DENIED',
  EDQUOT: 'ERROR_FR_DENIED',
  EFBIG: 'ERROR_FR_DENIED',
  EEXIST: 'ERROR_FR_EXIST',
  EBADF: 'ERROR_FR_INVALID_OBJECT',
  ESTALE: 'ERROR_FR_INVALID_OBJECT',
  EROFS: 'ERROR_FR_WRITE_PROTECTED',
  EXDEV: 'ERROR_FR_INVALID_DRIVE',
  ETIMEDOUT: 'ERROR_FR_TIMEOUT',
  EBUSY: 'ERROR_FR_LOCKED',
  ETXTBSY: 'ERROR_FR_LOCKED',
  EAGAIN: 'ERROR_FR_LOCKED',
  ENOMEM: 'ERROR_FR_NOT_ENOUGH_CORE',
  EMFILE: 'ERROR_FR_TOO_MANY_OPEN_FILES',
  ENFILE: 'ERROR_FR_TOO_MANY_OPEN_FILES',
  EINVAL: 'ERROR_FR_INVALID_PARAMETER',
}

/** Codes without a cause here: a card is mounted by the system before we see it, and we never format one. */
export const codesWithoutCause = ['ERROR_FR_NO_FILESYSTEM', 'ERROR_FR_MKFS_ABORTED'] as const satisfies FrCode[]

const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT'

/** Converts a system error to an error of the card; an unknown errno is INT_ERR. */
export function cardErrorOf(error: unknown, path: string): CardError {
  if (error instanceof CardError) return error
  const errno = errnoOf(error)
  const code = errno === undefined ? undefined : codes[errno]
  return new CardError(code ?? 'ERROR_FR_INT_ERR', `${path}: ${errno ?? 'failed'}`, { cause: error })
}
