export { type BudgetNotice, type DeliveryResult, failed, refused, webhookBodyCharsMax } from './message.ts'
