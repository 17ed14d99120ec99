import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { type Manifest, ManifestProblem } from '@busbar/uplink/releases'
import type { PathSource } from '../../network/paths.ts'
import { CardError } from '../../storage/card/card-error.ts'
import type { CardReleases, SignedManifest } from './card-releases.ts'
import { type FetchCode, FetchError } from './fetch-bytes.ts'
import type { InstalledReleases } from './installed.ts'

export interface FirmwareUpdateOptions {
  readonly firmware: {
    readonly checkPeriodSec: number | null
    readonly downloadPeriodHr: number | null
    readonly updateHour: number | null
    readonly url: string
  }
  readonly download: {
    readonly connMode: number | null
    readonly loadRatio: number
    readonly delayForConnSec: number
  }
  readonly product: { readonly firmwareType: number; readonly firmwareVer: number }
  readonly releases: CardReleases
  readonly installed: Pick<InstalledReleases, 'ask' | 'bad'>
  readonly card: { status(): Promise<{ readonly isInserted: boolean; readonly isMounted: boolean }> }
  /** Opens a manifest signed by one of the accepted keys. */
  readonly open: (signed: SignedManifest) => Manifest
  /** The highest serial that was seen; it outlives a restart. */
  readonly serial: { get(): number; set(serial: number): void }
  /** True if an operation is running that an update must not interrupt: a search, an upload. */
  readonly isBusy: () => boolean
  /** Paths to use; the system's default without it. */
  readonly paths?: PathSource
  readonly now: () => Date
  /** Its UTC fields are the local ones. */
  readonly localNow: () => Date
  readonly clock: Clock
  readonly newBytes: (count: number) => Uint8Array
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>
}

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

/** Reason for rejecting a release. */
export class UpdateProblem extends Error {
  override name = 'UpdateProblem'
  readonly code: UpdateCode

  constructor(code: UpdateCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the error code of the contract. */
export const codeOf = (error: unknown): UpdateCode => {
  if (error instanceof FetchError || error instanceof UpdateProblem) return error.code
  if (error instanceof ManifestProblem) return 'ERROR_FR_DENIED'
  if (error instanceof CardError) return cardCodes.find((code) => code === error.code) ?? 'ERROR_FR_INT_ERR'
  return 'ERROR_FR_INT_ERR'
}
