import type { ReadItem, ValueCodec, ValueType } from '@busbar/modbus'

/** A network as the field sees it. */
export interface FieldNet {
  orgId: number
  id: number
  name: string
  isEnabled: boolean
  protocol: 'modbustcp' | 'rtu-over-tcp' | 'ascii-over-tcp'
  controllerUnit: number
  /** Null where they cannot be opened. */
  passwords: readonly string[] | null
  /** Reached at an address, or calling in under its MAC (`02:00:5e:10:00:01`). */
  ip: string | null
  port: number | null
  mac: string | null
  /** It had this port before the installation's list of addresses had any. */
  isPortKept: boolean
  timeoutMs: number
  /** Requests on their way at once. */
  depth: number
  isKeylessAllowed: boolean
  isPasswordUnprovenAllowed: boolean
  /** Whether anything but reading is allowed. */
  isWritingAllowed: boolean
  /** Enabled ones alone. */
  devices: readonly FieldDevice[]
}

export interface FieldDevice {
  orgId: number
  netId: number
  id: number
  name: string
  unit: number
  periodSec: number
  readGroupSize: number
  retries: number
  /** Tracked ones alone, in the order of their ids. */
  params: readonly FieldParam[]
}

/**
 * Where a value is, and how it is read; `ReadItem` has the kind, address and count of all registers that decide about it, so that they
 * come with one answer. A count of 0: what is stored of it makes no sense, so it cannot be read.
 */
export interface FieldParam extends ReadItem {
  id: number
  valueType: ValueType
  /** The same for all parameters of one format. */
  codec: ValueCodec
  /** Whether a value of it may have more digits than a double holds. */
  isLong: boolean
}
