import type { Action } from '../../alerts/alert.ts'
import type { Language } from '../../texts/texts.ts'
import { whyText } from './log/message-text.rules.ts'
import { withoutSecret } from './recipients.rules.ts'

/** A message that was given up, as it is stored. */
export interface UndeliveredRow {
  type: Action['type']
  recepient: string | null
  state: 'failed' | 'unclear' | 'dropped'
  reason: string | null
  on: Date | string
}

export const shownUndelivered = ({ type, recepient, state, reason, on }: UndeliveredRow, lang: Language) => ({
  type,
  ...(recepient !== null && { recepient: withoutSecret(type, recepient) }),
  state,
  reason: whyText(reason ?? '', lang),
  on: new Date(on).toISOString(),
})
