import type { TrialStatus } from './trial.ts'

/** Release facts that the contract's `fwUpdate` does not contain. */
export interface FirmwareStatus {
  /** As people call it. */
  readonly version: string
  readonly isRequested: boolean
  readonly canInstall: boolean
  readonly trial: TrialStatus | null
  readonly takenBack: number[]
}

export const firmwareStatus = (
  { version }: { readonly version: string },
  update: { readonly isRequested: boolean },
  installed: { readonly canInstall: boolean; bad(): number[] },
  trial: { status(): TrialStatus | null },
): FirmwareStatus => ({
  version,
  isRequested: update.isRequested,
  canInstall: installed.canInstall,
  trial: trial.status(),
  takenBack: installed.bad(),
})
