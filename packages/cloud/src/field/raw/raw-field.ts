import type { ModbusClient } from '@busbar/polling'
import type { ShortLinks } from './short-links.ts'

/** A gateway that called in and is bound to no network yet. */
export interface WaitingGateway extends ModbusClient {
  /** The key that it has proven; null where it has none. */
  readonly key: Uint8Array | null
}

/** Targets of raw requests other than networks. */
export interface RawField {
  /** All that wait under a MAC: it proves nothing, so they may be several. */
  waiting(mac: string): readonly WaitingGateway[]
  /** Addresses that belong to no network. */
  dialled: Pick<ShortLinks, 'find' | 'use'>
}
