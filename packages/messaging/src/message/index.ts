export { webhookBodyCharsMax } from '../channels/webhook-body.rules.ts'
export { type BudgetNotice, type DeliveryResult, failed, type MessageType, messageTypes, refused } from './message.ts'
