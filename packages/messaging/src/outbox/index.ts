export { Leases, leaseMs } from './leases.ts'
export type { OutboxStatus } from './outbox-sender.ts'
export { tryInMs, verdictOf } from './retry.rules.ts'
