import type { Losses } from './losses.ts'
import type { PollQueue } from './queue.ts'
import type { WriteHealth } from './write-health.ts'

export interface RecorderStatus {
  queuedPolls: number
  queuedBytes: number
  droppedPolls: number
  droppedReadings: number
  recordedReadings: number
  /** Quarantined polls since the start. */
  asidePolls: number
  flushes: number
  lastFlushMs: number
  /** Unix time in milliseconds; null while writes succeed. */
  failingSince: number | null
  lastError: string | null
}

/** Counts what a recorder has written since its start. */
export class RecorderCounts {
  recordedReadings = 0
  asidePolls = 0
  flushes = 0
  lastFlushMs = 0

  status(queue: PollQueue, losses: Losses, health: WriteHealth): RecorderStatus {
    return {
      queuedPolls: queue.size,
      queuedBytes: queue.bytes,
      droppedPolls: losses.polls,
      droppedReadings: losses.readings,
      recordedReadings: this.recordedReadings,
      asidePolls: this.asidePolls,
      flushes: this.flushes,
      lastFlushMs: this.lastFlushMs,
      failingSince: health.failingSince,
      lastError: health.lastError,
    }
  }
}
