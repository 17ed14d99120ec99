import type { ReadItem, ValueCodec, ValueType } from '@busbar/modbus'

/** A network as polling uses it. */
export interface FieldNet {
  orgId: number
  id: number
  name: string
  isEnabled: boolean
  protocol: 'modbustcp' | 'rtu-over-tcp' | 'ascii-over-tcp'
  controllerUnit: number
  /** Null if they cannot be decrypted. */
  passwords: readonly string[] | null
  /**
   * Address of an outgoing connection; otherwise the gateway with this MAC (`02:00:5e:10:00:01`) connects to the cloud.
   */
  ip: string | null
  port: number | null
  mac: string | null
  /** True if it had this port before the installation restricted addresses. */
  isPortKept: boolean
  timeoutMs: number
  /** Concurrent requests. */
  depth: number
  isKeylessAllowed: boolean
  isPasswordUnprovenAllowed: boolean
  /** True if writes are allowed. */
  isWritingAllowed: boolean
  /** Enabled devices only. */
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
  /** Tracked parameters only, in the order of their IDs. */
  params: readonly FieldParam[]
}

/**
 * Address and format of a value. `ReadItem` has the kind, address and count of all registers that determine it, so that
 * one response contains them. A count of 0 marks an invalid format that cannot be read.
 */
export interface FieldParam extends ReadItem {
  id: number
  valueType: ValueType
  /** Shared by all parameters of one format. */
  codec: ValueCodec
  /** True if a value may have more digits than a double can hold. */
  isLong: boolean
}
