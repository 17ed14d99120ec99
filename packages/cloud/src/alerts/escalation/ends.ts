import { endEscalation, setDue, toldContacts } from './escalation.sql.ts'
import { openFrom } from './reach.rules.ts'
import { isHeldBack } from './steps.ts'
import type { Telling } from './telling.ts'

/** Somebody has confirmed: everybody who was told hears of it, with what was said, and no other step follows. */
export async function tellConfirmed(telling: Telling): Promise<void> {
  if (await isHeldBack(telling)) return
  const { confirmed, round, step } = telling.escalation
  await tellEverybody(telling, 'confirmed', 'ec', { confirmed })
  await setDue(telling.tx, telling.escalation, { round, step, dueOn: null, isMuted: false })
}

/** The alert is over: everybody who was told hears of it, and the escalation ends. */
export async function tellOver(telling: Telling): Promise<void> {
  const { overOn, confirmed, isEndTold } = telling.escalation
  if (isEndTold) {
    if (await isHeldBack(telling)) return
    await tellEverybody(telling, 'resolved', 'er', { confirmed, resolvedOn: overOn?.getTime() ?? telling.on })
  }
  await endEscalation(telling.tx, telling.escalation)
}

/** By the channel that was used last and may have arrived; outside their hours, when those begin. */
async function tellEverybody(
  telling: Telling,
  stage: 'confirmed' | 'resolved',
  prefix: string,
  news: object,
): Promise<void> {
  const { tx, escalation, occasion, snapshot: known } = telling
  for (const { contactId, type, address, snapshot } of await toldContacts(tx, escalation)) {
    const contact = await telling.contact(contactId)
    const from = contact ? openFrom(contact, type, occasion) : occasion.on
    const said = { ...snapshot, ...known, ...news }
    await telling.send({ item: `${prefix}${contactId}`, stage, contactId, type, address, from, snapshot: said })
  }
}
