/** A caller of units through the gateway: a TCP client, the cloud, a session of the local API, a master on the bus, a task. */
export interface Requester {
  /** Turns are shared between names. */
  readonly name: string
  /** Aborted when the requester is gone; its waiting requests are not sent. */
  readonly signal: AbortSignal
  /** Address of the requester, by which wrong passwords are counted across connections. */
  readonly from?: string
  /** A requester logged in to the local API needs no Modbus password and is not locked out. */
  readonly isLoggedIn?: boolean
  /** True if the requester translates failures itself and therefore receives standard exception codes. */
  readonly usesStandardCodes?: boolean
}

/** Every request to a unit passes here. */
export interface UnitGate {
  /** PDU of the response or exception; undefined when none is to be sent. */
  ask(requester: Requester, unit: number, pdu: Uint8Array): Promise<Uint8Array | undefined>
}
