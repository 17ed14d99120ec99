export { webhookBodyCharsMax } from '../channels/webhook-body.rules.ts'
export { type BudgetNotice, type DeliveryResult, failed, refused } from './message.ts'
