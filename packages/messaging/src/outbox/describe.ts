import type { Stage } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import { at } from '@busbar/kit'
import type { Language, MessagePart, PartCondition } from '../message/message.ts'
import { readSnapshot, type StoredSnapshot } from '../message/snapshot.ts'
import { localeOf } from '../texts/words.ts'
import type { MessageRow } from './outbox.sql.ts'

/** How the installation speaks to people. */
export interface MessageLocale {
  language: Language
  timeZone: string
}

export interface PartRow {
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
  { id, alertId, episode, stage, snapshot: stored }: PartRow,
  locale: MessageLocale,
): Promise<MessagePart> => {
  const { name, logAs, startedOn, resolvedOn, confirmed, held, flapping, budget, unreached, ...rest } =
    readSnapshot(stored)
  const { orgName, timeZone, sinceOn, overOn, net, description } = await messageContext(tx, { orgId, alertId, episode })
  const snapshot = {
    alertName: name,
    orgName,
    description,
    logAs,
    sinceOn: sinceOn?.getTime() ?? startedOn,
    resolvedOn: resolvedOn ?? overOn?.getTime() ?? null,
    confirmed,
    held,
    ...(flapping && { flapping }),
    ...(budget && { budget }),
    conditions: await conditionsOf(tx, orgId, rest, net, localeOf(locale.language)),
    language: locale.language,
    timeZone: timeZone ?? locale.timeZone,
  }
  return { messageId: id, alertId, stage, snapshot, unreached }
}

const conditionsOf = async (
  tx: Queries,
  orgId: number,
  { conditions, params }: Pick<StoredSnapshot, 'conditions' | 'params'>,
  net: string | null,
  locale: string,
): Promise<PartCondition[]> => {
  const triggered = conditions.filter(({ isTriggered }) => isTriggered)
  const shown = triggered.length > 0 ? triggered : conditions
  const places = await parameterLocations(
    tx,
    orgId,
    shown.map(({ paramId }) => paramId),
    locale,
  )
  const ordered = shown.toSorted((one, other) => Number(other.isAlso) - Number(one.isAlso))
  return ordered.map(({ paramId, kind, limit, holdSec, value, reason, change, isAlso }) => {
    const { fullName = null, unitName = null, precision = null } = params[paramId] ?? {}
    // A deleted parameter keeps the name that it had.
    const place = places.get(paramId) ?? { net, device: null, param: fullName }
    return { ...place, kind, limit, holdSec, value, unit: unitName, precision, reason, change, isAlso }
  })
}

interface ParameterLocation {
  net: string
  device: string
  param: string
}

/** Returns the locations of parameters by ID; deleted parameters are missing. */
const parameterLocations = async (
  tx: Queries,
  orgId: number,
  paramIds: readonly number[],
  /** As texts of parameters name it. */
  locale: string,
): Promise<ReadonlyMap<number, ParameterLocation>> => {
  if (paramIds.length === 0) return new Map()
  const rows = await tx<(ParameterLocation & { id: number })[]>`
    select p.id, n.name as net, d.name as device, coalesce(p.name ->> ${locale}, shown_text(p.name)) as param
    from param p
    join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    where p.org_id = ${orgId} and p.id = any(${[...paramIds]}::bigint[])`
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

interface MessageContext {
  orgName: string
  /** Time zone of the organization; null where it is UTC, so that the installation's applies. */
  timeZone: string | null
  /** From when its conditions were so; null where no record is kept. */
  sinceOn: Date | null
  /** When it ended, if it has by now. */
  overOn: Date | null
  /** Name of the network, for the service's own alert about it. */
  net: string | null
  /** As it is now: who reads it acts by it. */
  description: string | null
}

const messageContext = async (
  tx: Queries,
  { orgId, alertId, episode }: { orgId: number; alertId: number; episode: number },
): Promise<MessageContext> => {
  const [row] = await tx<[MessageContext]>`
    select (select name from org where id = ${orgId}) as "orgName",
      (select nullif(time_zone, 'UTC') from org where id = ${orgId}) as "timeZone",
      (select nullif(trim(description), '') from alert where org_id = ${orgId} and id = ${alertId}) as description,
      (select since_on from alert_record
        where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode}) as "sinceOn",
      coalesce((select resolved_on from alert_record
        where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and closed_on is not null),
        (select to_timestamp((state -> 'episode' ->> 'clearedOn')::float8 / 1000) from alert_state
          where org_id = ${orgId} and alert_id = ${alertId} and (state -> 'episode' ->> 'no')::int = ${episode}
            and state -> 'episode' ->> 'closedOn' is not null)) as "overOn",
      (select name from net where org_id = ${orgId} and id = ${-alertId}) as net`
  return row
}

/** Keys are the language names of contacts. */
const languages: Readonly<Record<string, Language>> = { en: 'en', pl: 'pl', ru: 'ru', uk: 'ua' }

/** In the language of the contact whom a message is for, or the only one with its address. */
export const localeFor = async (
  tx: Queries,
  { orgId, contactId, recepient, type }: Pick<MessageRow, 'orgId' | 'contactId' | 'recepient' | 'type'>,
  locale: MessageLocale,
): Promise<MessageLocale> => {
  const found = await tx<{ language: string }[]>`
    select language from push_subscription p
    where ${type}::text = 'push' and p.org_id = ${orgId} and p.id::text = split_part(${recepient}::text, ' ', 1)
    union all
    select language from contact c
    where org_id = ${orgId} and case when ${contactId}::bigint is not null then id = ${contactId}
      else exists (select from jsonb_array_elements(c.channels) one
        where lower(one ->> 'address') = lower(trim(${recepient}::text))) end
    limit 2`
  const language = found.length === 1 ? languages[at(found, 0).language] : undefined
  return language === undefined ? locale : { ...locale, language }
}
