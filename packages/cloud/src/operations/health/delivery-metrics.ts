import type { OutboxStatus } from '@busbar/messaging/outbox'
import { type Metric, one } from '../../fields/metrics-text.ts'

/** Metrics of alert messages. */
export const deliveryMetrics = ({ counts, oldestMs }: OutboxStatus): Metric[] => [
  {
    name: 'busbar_messages_total',
    type: 'counter',
    help: 'Messages about alerts by what came of an attempt; retried: there will be another.',
    samples: counts.map(({ channel, outcome, count }) => ({ labels: { channel, outcome }, value: count })),
  },
  one('busbar_messages_oldest_seconds', 'gauge', 'How long ago the oldest was due that has not left.', oldestMs / 1000),
]
