import { maskedAddress } from '@busbar/alerts/channels'
import { type Language, wordIfKnown } from '@busbar/messaging/texts'
import { type LogText, logText } from './log-texts.ts'
import type { LoggedMessage } from './messages.sql.ts'
import { type LogContext, paramText, valueText } from './naming.rules.ts'

/** State of a message, with the reason if there is one. */
export const messageText = (message: LoggedMessage, context: LogContext): string => {
  const { type, state, reason, sentOn } = message
  const { lang } = context
  const action = actionText(message, context)
  const what = message.unreached === null ? action : logText(lang, 'notice', { what: action, whom: message.unreached })
  const stateText = logText(lang, stateKey(type, state, sentOn !== null))
  // The state of merged messages already names the combined message.
  return reason === null || state === 'digested'
    ? logText(lang, 'message', { what, state: stateText })
    : logText(lang, 'message-why', { what, state: stateText, why: failureText(reason, lang) })
}

/** A write is never sent along with others. */
const stateKey = (type: LoggedMessage['type'], state: LoggedMessage['state'], isSent: boolean): LogText => {
  if (state === 'digested') return isSent ? 'state.digested' : 'state.digest-waiting'
  return type === 'write-param' ? `write.${state}` : `state.${state}`
}

const actionText = ({ type, recepient, paramId, value, contact }: LoggedMessage, context: LogContext): string =>
  type === 'write-param'
    ? logText(context.lang, 'type.write-param', {
        param: paramText(paramId ?? 0, context),
        value: value === null ? '' : valueText(value, paramId ?? 0, context),
      })
    : logText(context.lang, `type.${type}`, { to: recipientText(contact, maskedAddress(type, recepient ?? '')) })

const recipientText = (contact: string | null, address: string): string =>
  contact === null ? address : `${contact}, ${address}`

/** `refused: 550 no such mailbox`: a word that messages have, and what others said of it. */
export const failureText = (reason: string, lang: Language): string => {
  const at = reason.indexOf(':')
  const knownReason = wordIfKnown(lang, `reason.${at < 0 ? reason : reason.slice(0, at)}`)
  if (knownReason === undefined) return reason
  return at < 0 ? knownReason : `${knownReason}: ${reason.slice(at + 1).trim()}`
}
