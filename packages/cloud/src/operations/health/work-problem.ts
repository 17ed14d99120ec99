import type { AlertWatchStatus } from '@busbar/alerts'
import type { OutboxStatus } from '@busbar/messaging/outbox'

/** Alerts may be critical: their delay is reported before that of messages, which are retried anyway. */
const alertsLateMsMax = 30_000
const messagesLateMsMax = 60_000

/** Reports that alerts are not evaluated or messages not sent; for the heartbeat, the administrator's page, and beside the status of /readyz. */
export const workNotes = (
  { failingSince, lateMs }: Pick<AlertWatchStatus, 'failingSince' | 'lateMs'>,
  { stuckMs }: Pick<OutboxStatus, 'stuckMs'>,
  now: Date,
): { alerts?: string; messages?: string } => {
  const failingMs = failingSince === null ? 0 : now.getTime() - failingSince
  const alertsLateMs = Math.max(failingMs, lateMs)
  return {
    ...(alertsLateMs > alertsLateMsMax && { alerts: `Alerts have not been evaluated for ${seconds(alertsLateMs)}` }),
    ...(stuckMs > messagesLateMsMax && { messages: `Messages have not been sent for ${seconds(stuckMs)}` }),
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`
