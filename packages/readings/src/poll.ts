import type { Fence } from '@busbar/database'
import type { PolledValues } from '@busbar/polling'
import type { ClockDoubt } from './clock/trusted-clock.ts'

/** A poll of one device, as the recorder receives it. */
export interface Poll extends PolledValues {
  /** Fence for recording in its network, if several nodes share the networks. */
  fence?: Fence
}

/** A poll with the time under which it was recorded. */
export interface RecordedPoll extends Poll {
  /** Reason why the time is implausible: the poll is quarantined and not part of the history. */
  aside?: ClockDoubt | null
  /** Another node has taken over its device: the poll is part of the history, but not the last value. */
  isLate?: boolean
  /** Version of the device's row after this poll. */
  version?: number
}
