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
  /** True if writes are allowed. */
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
 * Address and format of a value. `ReadItem` has the kind, address and count of all registers that determine it, so that
 * one response contains them. A count of 0 marks an invalid format that cannot be read.
 */
export interface FieldParam extends ReadItem {
  id: number
  valueType: ValueType
  /** The same for all parameters of one format. */
  codec: ValueCodec
  /** True if a value may have more digits than a double can hold. */
  isLong: boolean
}
