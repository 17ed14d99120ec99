import { Refusal } from '@busbar/wire/server'
import type { Tx } from '../../../db/sql.ts'
import type { Language } from '../../../texts/texts.ts'
import { addressStates, askAddresses, countAsked } from './addresses.sql.ts'

const dayMs = 86_400_000
/** Of an organization: who floods strangers with questions is stopped. */
const askedMax = 200

/** Recipients who are strangers are asked whether they want it, once a day at most. */
export const askRecipients = async (
  tx: Tx,
  orgId: number,
  recipients: readonly string[],
  language: Language,
  now: Date,
): Promise<void> => {
  const states = await addressStates(tx, orgId, recipients)
  const open = states.filter(({ state }) => state === 'asked').map(({ address }) => address)
  if (open.length === 0) return
  await askAddresses(tx, orgId, open, language, now, new Date(now.getTime() - dayMs))
  if ((await countAsked(tx, orgId)) > askedMax) {
    throw new Refusal('IncorrectRequest', `At most ${askedMax} addresses that have not answered yet.`)
  }
}
