export { LeasedOutbox, type TakeContext } from './leased-outbox.ts'
export type { OutboxStatus } from './outbox-sender.ts'
export type { Verdict } from './retry.rules.ts'
