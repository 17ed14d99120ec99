import { Refusal } from '@busbar/wire/server'
import type { Tx } from '../../../db/sql.ts'
import { consentStates, countUnanswered, queueConsentMails } from '../../../report-mails/addresses.sql.ts'
import type { Language } from '../../../texts/texts.ts'

const dayMs = 86_400_000
/** Of an organization: who floods strangers with questions is stopped. */
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
