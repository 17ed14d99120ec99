import { createHmac } from 'node:crypto'
import type { Message } from '../message/message.ts'

/**
 * The same for every attempt of a message, and for no other message: also not for one of another installation with the same provider, nor
 * for one that got the same id after a backup was restored.
 */
export const idempotencyKey = (
  key: Uint8Array,
  { orgId, id, dueOn }: Pick<Message, 'orgId' | 'id' | 'dueOn'>,
): string => createHmac('sha256', key).update(`busbar message ${orgId} ${id} ${dueOn}`).digest('hex').slice(0, 32)
