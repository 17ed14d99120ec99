/** What the gate uses of the settings, by the contract's names. */
export interface GateSettings {
  readonly serial: { readonly uidRange: string }
  readonly ownSrv: {
    /** Where the gateway answers for itself; null: nowhere. */
    readonly vUid: number | null
    /** Exceptions for "access denied", "no reply" and "not sent"; null: no answer at all. */
    readonly mbeRo: number | null
    readonly mbeTo: number | null
    readonly mbePu: number | null
  }
  readonly protect: ProtectSettings
}

export interface ProtectSettings {
  readonly mbGateReadEnable: boolean
  readonly mbGateWriteEnable: boolean
  /** Empty: none is asked for. */
  readonly passwordMbRead: string
  readonly passwordMbGateWrite: string
}
