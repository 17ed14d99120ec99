/** Gate settings, named as in the contract. */
export interface GateSettings {
  readonly serial: { readonly uidRange: string }
  readonly ownSrv: {
    /** Unit ID of the gateway itself; null for none. */
    readonly vUid: number | null
    /** Exceptions for "access denied", "no reply" and "not sent"; null for no response. */
    readonly mbeRo: number | null
    readonly mbeTo: number | null
    readonly mbePu: number | null
  }
  readonly protect: ProtectSettings
}

export interface ProtectSettings {
  readonly mbGateReadEnable: boolean
  readonly mbGateWriteEnable: boolean
  /** Empty when no password is required. */
  readonly passwordMbRead: string
  readonly passwordMbGateWrite: string
}
