import type { ValueType } from '@busbar/modbus'
import type { Fence } from '../db/fence.ts'
import type { ClockDoubt } from './clock/trusted-clock.ts'

/** A parameter as recording sees it. */
export interface PolledParam {
  id: number
  valueType: ValueType
}

/** One poll of one device. Everything but `params` goes by the parameter's place in it. */
export interface Poll {
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
  /** What entitled to read it, where several nodes share the networks. */
  fence?: Fence
}

/** As `Poll`, with the time under which it was recorded. */
export interface RecordedPoll extends Poll {
  /** Why its time is not believed: it is kept aside, and no part of history. */
  aside?: ClockDoubt | null
  /** Another node has its device by now: it is part of history, and says nothing of what is so now. */
  isLate?: boolean
  /** How often its device was recorded with this. */
  version?: number
}
