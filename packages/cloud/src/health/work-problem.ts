import type { OutboxStatus } from '../alerts/delivery/outbox/outbox-sender.ts'
import type { AlertWatchStatus } from '../alerts/watch/alert-watch.ts'

/** What takes longer does not pass by itself. */
const lateMsMax = 60_000

/** Why alerts are not judged, or messages do not leave; null while they do. For the watcher elsewhere, and beside what /readyz says. */
export const workNotes = (
  { failingSince, lateMs }: Pick<AlertWatchStatus, 'failingSince' | 'lateMs'>,
  { stuckMs }: Pick<OutboxStatus, 'stuckMs'>,
  now: Date,
): { alerts?: string; messages?: string } => {
  const failingMs = failingSince === null ? 0 : now.getTime() - failingSince
  const judgedMs = Math.max(failingMs, lateMs)
  return {
    ...(judgedMs > lateMsMax && { alerts: `Alerts are not judged for ${seconds(judgedMs)}` }),
    ...(stuckMs > lateMsMax && { messages: `Messages do not leave for ${seconds(stuckMs)}` }),
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`
