/** A caller of units through the gateway: a TCP client, the cloud, a session of the local API, a master on the bus, a task. */
export interface Requester {
  /** Turns are shared between names. */
  readonly name: string
  /** Aborted when the requester has gone: what it still waits for is not sent. */
  readonly signal: AbortSignal
  /** The address it comes from. Wrong passwords are counted by it, so that a new connection is no new start. */
  readonly from?: string
  /** It has logged in to the local API: no Modbus password is asked of it, and the gate is not closed to it. */
  readonly isLoggedIn?: boolean
  /** True if the requester translates failures itself and therefore receives standard exception codes. */
  readonly usesStandardCodes?: boolean
}

/** Every request to a unit passes here. */
export interface UnitGate {
  /** The answer's PDU, an exception's too; nothing where no answer is to be given. */
  ask(requester: Requester, unit: number, pdu: Uint8Array): Promise<Uint8Array | undefined>
}
