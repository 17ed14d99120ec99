import type { Tx } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import { Refusal } from '@busbar/wire/server'
import { consentStates, countUnanswered, queueConsentMails } from './addresses.sql.ts'

const dayMs = 86_400_000
/** Maximum per organization, which prevents a flood of consent requests. */
const unansweredMax = 200

/** Recipients who are strangers are asked whether they want it, once a day at most. */
export const requestConsent = async (
  tx: Tx,
  orgId: number,
  recipients: readonly string[],
  language: Language,
  now: Date,
): Promise<void> => {
  const states = await consentStates(tx, orgId, recipients)
  const unanswered = states.filter(({ state }) => state === 'asked').map(({ address }) => address)
  if (unanswered.length === 0) return
  await queueConsentMails(tx, orgId, unanswered, language, now, new Date(now.getTime() - dayMs))
  if ((await countUnanswered(tx, orgId)) > unansweredMax) {
    throw new Refusal('IncorrectRequest', `At most ${unansweredMax} addresses that have not answered yet.`)
  }
}
