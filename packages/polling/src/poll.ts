import type { ValueType } from '@busbar/modbus'

/** A parameter as recording uses it. */
export interface PolledParam {
  id: number
  valueType: ValueType
}

/** A poll of one device. All lists are in the order of `params`. */
export interface PolledValues {
  orgId: number
  deviceId: number
  /** Start of the poll as Unix time in milliseconds; recorded in tenths of a second. */
  readOn: number
  /** The same array for every poll, as long as the device's tracked parameters are unchanged. */
  params: readonly PolledParam[]
  /** Null for failed reads and for texts. */
  values: readonly (number | null)[]
  /** Texts, and digits of numbers that a double cannot hold; null if there are none. */
  texts: ReadonlyMap<number, string> | null
  /** Reason for failed reads: one for all, or by index; null if none failed. */
  errors: string | ReadonlyMap<number, string> | null
}
