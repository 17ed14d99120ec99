import type { Queries } from '../../db/sql.ts'
import type { Stage } from '../alert.ts'
import type { Told, ToldCondition } from './message.ts'
import { placesOf, surroundingsOf } from './places.sql.ts'
import { readSnapshot, type StoredSnapshot } from './snapshot.ts'
import { type Language, localeOf } from './texts/words.ts'

/** How the installation speaks to people. */
export interface Manner {
  language: Language
  timeZone: string
}

export interface Described {
  id: number
  alertId: number
  episode: number
  stage: Stage
  snapshot: unknown
}

/** All that a message has to say: what was stored with it, and where that is. */
export const describe = async (
  tx: Queries,
  orgId: number,
  { id, alertId, episode, stage, snapshot: stored }: Described,
  manner: Manner,
): Promise<Told> => {
  const { name, logAs, startedOn, resolvedOn, confirmed, held, unreached, ...rest } = readSnapshot(stored)
  const { orgName, timeZone, sinceOn, overOn, net, description } = await surroundingsOf(tx, { orgId, alertId, episode })
  const snapshot = {
    alertName: name,
    orgName,
    description,
    logAs,
    sinceOn: sinceOn?.getTime() ?? startedOn,
    resolvedOn: resolvedOn ?? overOn?.getTime() ?? null,
    confirmed,
    held,
    conditions: await conditionsOf(tx, orgId, rest, net, localeOf(manner.language)),
    language: manner.language,
    timeZone: timeZone ?? manner.timeZone,
  }
  return { messageId: id, alertId, stage, snapshot, unreached }
}

const conditionsOf = async (
  tx: Queries,
  orgId: number,
  { conditions, params }: Pick<StoredSnapshot, 'conditions' | 'params'>,
  net: string | null,
  locale: string,
): Promise<ToldCondition[]> => {
  const triggered = conditions.filter(({ isTriggered }) => isTriggered)
  const shown = triggered.length > 0 ? triggered : conditions
  const places = await placesOf(
    tx,
    orgId,
    shown.map(({ paramId }) => paramId),
    locale,
  )
  const ordered = shown.toSorted((one, other) => Number(other.isAlso) - Number(one.isAlso))
  return ordered.map(({ paramId, kind, limit, holdSec, value, reason, change, isAlso }) => {
    const { fullName = null, unitName = null, precision = null } = params[paramId] ?? {}
    // What is deleted by now still has the name under which it was known.
    const place = places.get(paramId) ?? { net, device: null, param: fullName }
    return { ...place, kind, limit, holdSec, value, unit: unitName, precision, reason, change, isAlso }
  })
}
