import { wordIfKnown } from '../../../alerts/delivery/texts/words.ts'
import type { Language } from '../../../texts/texts.ts'
import { withoutSecret } from '../recipients.rules.ts'
import type { LoggedMessage } from './messages.sql.ts'
import { type LogContext, paramText, valueText } from './naming.rules.ts'
import { say } from './words.ts'

/** What became of a message, with the reason where there is one. */
export const messageText = (message: LoggedMessage, cast: LogContext): string => {
  const { type, state, reason, sentOn } = message
  const { lang } = cast
  const told = whatText(message, cast)
  const what = message.unreached === null ? told : say(lang, 'notice', { what: told, whom: message.unreached })
  const word = state === 'digested' && sentOn === null ? 'digest-waiting' : state
  const said = say(lang, type === 'write-param' ? `write.${word}` : `state.${word}`)
  // Those that are sent along with others say in it with which.
  return reason === null || state === 'digested'
    ? say(lang, 'message', { what, state: said })
    : say(lang, 'message-why', { what, state: said, why: whyText(reason, lang) })
}

const whatText = ({ type, recepient, paramId, value, contact }: LoggedMessage, cast: LogContext): string =>
  type === 'write-param'
    ? say(cast.lang, 'type.write-param', {
        param: paramText(paramId ?? 0, cast),
        value: value === null ? '' : valueText(value, paramId ?? 0, cast),
      })
    : say(cast.lang, `type.${type}`, { to: toText(contact, withoutSecret(type, recepient ?? '')) })

const toText = (contact: string | null, address: string): string =>
  contact === null ? address : `${contact}, ${address}`

/** `refused: 550 no such mailbox`: a word that messages have, and what others said of it. */
export const whyText = (reason: string, lang: Language): string => {
  const at = reason.indexOf(':')
  const known = wordIfKnown(lang, `reason.${at < 0 ? reason : reason.slice(0, at)}`)
  if (known === undefined) return reason
  return at < 0 ? known : `${known}: ${reason.slice(at + 1).trim()}`
}
