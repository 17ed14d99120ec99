import { type MessageType } from '@busbar/alerts/channels'
import type { Language, Message } from './message/message.ts'

/**
 * A message that is sent at once, without the outbox. It concerns no alert, so that there is nothing to acknowledge.
 */
export interface DirectMessage {
  type: MessageType
  recipient: string
  /** Text of the message. */
  name: string
  language: Language
  /** Time zone of the organization; without it the installation's. */
  timeZone?: string
}

export const directMessage = (
  { type, recipient: recepient, name, language, timeZone }: DirectMessage,
  now: Date,
  installationZone: string,
): Message => {
  const on = now.getTime()
  const snapshot = {
    alertName: name,
    orgName: 'Busbar',
    description: null,
    logAs: 'info' as const,
    sinceOn: on,
    resolvedOn: null,
    confirmed: null,
    held: null,
    conditions: [],
    language,
    timeZone: timeZone ?? installationZone,
  }
  return {
    orgId: 0,
    // Another one each time: a provider that knows ids must not take it for the one before.
    id: on,
    // Not 0: that would be a digest.
    alertId: 1,
    episode: 0,
    item: 't',
    stage: 'active',
    type,
    recepient,
    paramId: null,
    value: null,
    parts: [{ messageId: on, alertId: 0, stage: 'active', snapshot }],
    earlier: [],
    lateFrom: null,
    outage: null,
    isOfParent: false,
    partCount: 1,
    dueOn: on,
    attempts: 1,
    reason: null,
    confirmUrl: null,
  }
}
