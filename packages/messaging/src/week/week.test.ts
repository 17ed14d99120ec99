import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '@busbar/database'
import type { Receivers } from './testing/receivers.ts'
import { playWeek } from './testing/week.ts'

/** A part of it; `npm run test:alerts-week` has all. */
const week = {
  hours: Number(process.env['BUSBAR_ALERTS_HOURS'] ?? 2),
  organizations: Number(process.env['BUSBAR_ALERTS_ORGANIZATIONS'] ?? 2),
  senders: Number(process.env['BUSBAR_ALERTS_SENDERS'] ?? 1),
  seed: Number(process.env['BUSBAR_ALERTS_SEED'] ?? 13323),
}

interface Row {
  id: number
  alertId: number
  item: string
  episode: number
  stage: string
  type: string
  recipient: string
  state: string
  reason: string | null
  isSent: boolean
  carrierId: number | null
}

const messagesOf = (sql: Sql) => sql<Row[]>`
  select id, alert_id as "alertId", item, episode, stage, type, recepient as recipient, state, reason, sent_on is not null as "isSent",
    case when state = 'digested' then nullif(regexp_replace(reason, '[^0-9]', '', 'g'), '')::bigint end as "carrierId"
  from message order by id`

/** True for a message about an alert's own state: neither combined nor about another message. */
const isOfAlert = ({ alertId, item }: Row): boolean => alertId !== 0 && /^[af]/.test(item)

/** How often each message arrived, as itself or as a part of another. */
const arrivedOf = ({ arrivals }: Receivers): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { ids } of arrivals) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Messages that arrived after a newer one about the same alert. */
const disorderOf = ({ arrivals }: Receivers, rows: ReadonlyMap<number, Row>): string[] => {
  const newest = new Map<string, number>()
  const wrong: string[] = []
  for (const { to, ids, earlier } of arrivals) {
    for (const id of ids) {
      const row = rows.get(id)
      // A merged message is listed beside the newer one.
      if (row === undefined || !isOfAlert(row) || earlier.has(id)) continue
      const key = `${to} ${row.alertId}`
      const before = newest.get(key) ?? 0
      const isSameState = rows.get(before)?.episode === row.episode && rows.get(before)?.stage === row.stage
      if (id < before && !isSameState) wrong.push(`${key}: ${id} after ${before}`)
      newest.set(key, Math.max(before, id))
    }
  }
  return wrong
}

test(`${week.hours} hours with failing channels, processes and clocks: none lost, none doubled, none out of order, and each failure told`, async (t) => {
  const { sql, receivers, occurrences, errors } = await playWeek(week)
  const rows = new Map((await messagesOf(sql)).map((row) => [row.id, row]))
  const messages = [...rows.values()].filter(isOfAlert)
  const records = await sql<{ alertId: number; count: number; open: number }[]>`
    select alert_id as "alertId", count(*)::int as count, (count(*) filter (where closed_on is null))::int as open
    from alert_record group by 1`
  const recorded = new Map(records.map(({ alertId, count }) => [alertId, count]))
  assert.deepEqual(
    [...occurrences].map(([alertId]) => [alertId, recorded.get(alertId) ?? 0]),
    [...occurrences],
    'each occurrence is in the log, once',
  )
  assert.ok(records.every(({ open }) => open === 0))

  const missing = await sql`
    select r.alert_id, r.episode, a.stage, a.type, a.recepient from alert_record r
    join alert_action a on a.org_id = r.org_id and a.alert_id = r.alert_id and a.stage in ('active', 'resolved')
    where not exists (select from message m where m.org_id = r.org_id and m.alert_id = r.alert_id and m.episode = r.episode
      and m.item in ('a' || a.id, 'f' || a.id))`
  assert.deepEqual([...missing], [], 'and has all its messages')

  const arrived = arrivedOf(receivers)
  const wrong: string[] = []
  let doubled = 0
  for (const row of messages) {
    const count = arrived.get(row.id) ?? 0
    const carrier = row.carrierId === null ? row : rows.get(row.carrierId)
    const isDoubleTold = row.reason === 'doubled' || carrier?.reason === 'doubled'
    const wasUnclear = receivers.unclear.has(row.id) || receivers.unclear.has(carrier?.id ?? 0)
    const mayRepeat = row.type === 'email' || row.type === 'webhook'
    const is = (problem: string): void => {
      wrong.push(`${problem}: ${JSON.stringify(row)}, arrived ${count} times`)
    }
    if (row.state === 'waiting' || row.state === 'sending' || (row.state === 'digested' && !row.isSent))
      is('not settled')
    else if (row.state === 'sent' || row.state === 'digested') {
      if (count === 0) is('lost')
      if (count > 1 && !(mayRepeat && wasUnclear && isDoubleTold)) is('doubled')
      if (count > 1) doubled += 1
    } else {
      if (row.reason === null) is('not told')
      if (count > (row.state === 'unclear' ? (mayRepeat ? Infinity : 1) : 0)) is('said not to have arrived')
    }
  }
  const states = Map.groupBy(messages, ({ state }) => state)
  const counts = [...states].map(([state, of]) => `${of.length} ${state}`).join(', ')
  const happened = [...receivers.counts].map(([what, count]) => `${count} ${what}`).join(', ')
  t.diagnostic(
    `seed ${week.seed}: ${records.reduce((sum, { count }) => sum + count, 0)} occurrences, ${messages.length} messages: ${counts}`,
  )
  t.diagnostic(`faults: ${happened}; ${doubled} came twice and are told so`)
  assert.deepEqual(wrong.slice(0, 5), [])
  assert.deepEqual(disorderOf(receivers, rows).slice(0, 5), [])
  assert.deepEqual(errors, [])
})
