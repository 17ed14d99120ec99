interface SaveFailure {
  readonly why: string
  readonly help: string
}

/** Reasons why a disk refuses data, with advice. */
const faults: Readonly<Record<string, SaveFailure>> = {
  ENOSPC: { why: 'the disk is full', help: 'free some space' },
  EDQUOT: { why: 'the disk has no room left for this user', help: 'free some space' },
  EROFS: { why: 'the disk is read-only', help: 'make it writable' },
  EIO: { why: 'the disk cannot be written', help: 'look after it' },
}

/** Data was not saved, and the change was not made. */
export class NotSaved extends Error {
  override name = 'NotSaved'
  readonly why: string

  constructor({ why, help }: SaveFailure, cause: unknown) {
    super(`${why}: nothing was kept; ${help} and try again`, { cause })
    this.why = why
  }
}

const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** True if the disk is faulty. Other errors, such as a folder of another user, are mistakes reported at the start. */
export const isDiskFault = (error: unknown): boolean => (codeOf(error) ?? '') in faults

/** Converts a system error of a write; undefined for other errors. */
export const notSavedBy = (error: unknown): NotSaved | undefined => {
  const code = codeOf(error)
  if (code === undefined) return error instanceof NotSaved ? error : undefined
  return new NotSaved(faults[code] ?? { why: `the data folder cannot be written (${code})`, help: 'mend that' }, error)
}

/** Runs a write; a failure that the disk caused becomes `NotSaved`. */
export const withReason = (act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => {
    throw notSavedBy(error) ?? error
  })
