import type { Fence } from '@busbar/database'
import type { PolledValues } from '@busbar/polling'
import type { ClockDoubt } from './clock/trusted-clock.ts'

/** A poll of one device, as the recorder receives it. */
export interface Poll extends PolledValues {
  /** Permission to record for its network, where several nodes share the networks. */
  fence?: Fence
}

/** A poll with the time under which it was recorded. */
export interface RecordedPoll extends Poll {
  /** Reason why the time is implausible: the poll is quarantined and not part of the history. */
  aside?: ClockDoubt | null
  /** Another node has its device by now: it is part of history, and says nothing of what is so now. */
  isLate?: boolean
  /** How often its device was recorded with this. */
  version?: number
}
