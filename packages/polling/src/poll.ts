import type { ValueType } from '@busbar/modbus'

/** A parameter as recording sees it. */
export interface PolledParam {
  id: number
  valueType: ValueType
}

/** A poll of one device. All lists are in the order of `params`. */
export interface PolledValues {
  orgId: number
  deviceId: number
  /** When it began, in milliseconds since 1970; it is recorded in tenths of a second. */
  readOn: number
  /** The same array for every poll, as long as the device's tracked parameters are the same. */
  params: readonly PolledParam[]
  /** Null where reading failed, and for texts. */
  values: readonly (number | null)[]
  /** Texts, and the digits of numbers that a double does not hold; null where there are none. */
  texts: ReadonlyMap<number, string> | null
  /** Why reading failed: one reason for all, or by place; null where nothing failed. */
  errors: string | ReadonlyMap<number, string> | null
}
