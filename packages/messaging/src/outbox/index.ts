export type { Verdict } from '../message/retry.rules.ts'
export { LeasedOutbox, type TakeContext } from './leased-outbox.ts'
export type { OutboxStatus } from './outbox-sender.ts'
export { bookSms, giveBackSms, type SmsRates, smsSpent } from './sms-spending.sql.ts'
