import type { Queries, Tx } from '@busbar/database'
import { decimalOf, toText } from '@busbar/modbus/decimal'
import type { History } from '@busbar/readings'
import { Refusal } from '@busbar/wire/server'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { EnergyCall, EnergyNeeds } from '../needs.ts'
import { markDays } from '../stored/stored.sql.ts'
import type { counters, Proposal } from './counters.contract.ts'
import { type CounterFormat, meterOf } from './meter.rules.ts'
import { limitProposal, rolloverProposal, stepProposals } from './proposals.rules.ts'
import { readCounter } from './read-counter.ts'
import { counterColumns } from './steps.sql.ts'

/** Returns the counter format of a parameter; undefined for text parameters. */
const counterOf = async (sql: Queries, orgId: number, paramId: number): Promise<CounterFormat | undefined> => {
  const [row] = await sql<CounterFormat[]>`
    select ${counterColumns(sql)} from param p join device d on d.org_id = p.org_id and d.id = p.device_id
    where p.org_id = ${orgId} and p.id = ${paramId} and p.value_type <> 'string'`
  return row
}

interface ExchangeRow {
  id: number
  on: Date
  endValue: string
  startValue: string
  reason: string | null
}

const exchangesOf = (sql: Queries, orgId: number, paramId: number) => sql<ExchangeRow[]>`
  select id, exchanged_on as on, end_value::text as "endValue", start_value::text as "startValue", reason from meter_exchange
  where org_id = ${orgId} and param_id = ${paramId} order by exchanged_on, id`

const insertExchange = async (
  tx: Queries,
  orgId: number,
  paramId: number,
  { on, endValue, startValue, reason }: Omit<ExchangeRow, 'id'>,
  now: Date,
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into meter_exchange (org_id, param_id, exchanged_on, end_value, start_value, reason, created_on)
    values (${orgId}, ${paramId}, ${on}, ${endValue}, ${startValue}, ${reason}, ${now}) returning id`
  return row.id
}

const deleteExchange = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from meter_exchange where org_id = ${orgId} and id = ${id}`
}

const setCounter = async (
  tx: Queries,
  orgId: number,
  paramId: number,
  to: { rolloverAt?: string; hourlyMax?: string },
): Promise<void> => {
  await tx`
    update param set rollover_at = coalesce(${to.rolloverAt ?? null}, rollover_at), hourly_max = coalesce(${to.hourlyMax ?? null}, hourly_max)
    where org_id = ${orgId} and id = ${paramId}`
}

/** Stored series of a parameter's counter in trees, with their first UTC day. */
const storedSeries = (tx: Queries, orgId: number, paramId: number) => tx<{ id: number; firstDay: number | null }[]>`
  select s.id, (select min(k.day) - date '1970-01-01' from sense_day k where k.org_id = s.org_id and k.series_id = s.id) as "firstDay"
  from sense_series s where s.org_id = ${orgId} and s.param_id = ${paramId} and not s.is_new order by s.id`

const dayMs = 86_400_000

interface RecomputeProgress {
  days: number
  daysLeft: number
}

/**
 * Marks what trees have kept of a counter to be worked out again, as far as all readings of a day are there. Readings are deleted from the
 * oldest on, by whole days: a day is complete when an older reading is there, or when there never was one.
 */
const markRecompute = async (
  tx: Tx,
  history: Pick<History, 'range'>,
  orgId: number,
  paramId: number,
  span: { from: number; till: number },
  now: number,
): Promise<RecomputeProgress> => {
  const range = await history.range(orgId, [paramId])
  const [first, last] = [
    Math.floor(span.from / dayMs),
    Math.min(Math.floor(span.till / dayMs), Math.floor(now / dayMs)),
  ]
  const requestedDays = Math.max(last - first + 1, 0)
  if (range === null || requestedDays === 0) return { days: 0, daysLeft: requestedDays }
  const oldest = Math.floor(range.min / dayMs)
  let days = 0
  for (const { id, firstDay } of await storedSeries(tx, orgId, paramId)) {
    const from = Math.max(first, firstDay !== null && firstDay < oldest ? oldest + 1 : oldest)
    if (from > last) continue
    await markDays(tx, orgId, id, from, last)
    days = Math.max(days, last - from + 1)
  }
  return { days, daysLeft: requestedDays - days }
}

/** Time span of the history that proposals use. */
const historyMs = 366 * dayMs
/** Maximum number of replacements of a meter. */
const exchangesMax = 100

export const countersHandlers: Handlers<typeof counters, EnergyNeeds> = {
  get: async (call, { paramId }) => {
    const { db, orgId } = call
    const counter = await storedCounter(call, paramId)
    const exchanges = await exchangesOf(db.sql, orgId, paramId)
    return {
      rolloverAt: counter.rolloverAt ?? null,
      hourlyMax: counter.hourlyMax ?? null,
      exchanges: exchanges.map(({ on, reason, ...rest }) => ({
        ...rest,
        on: isoTime(on.getTime()),
        ...(reason !== null && { reason }),
      })),
      proposals: await proposalsOf(call, paramId, counter),
    }
  },

  accept: async (call, { paramId, kind, value, on, reason }) => {
    const { orgId } = call
    const counter = await storedCounter(call, paramId)
    const isRequested = (one: Proposal): boolean =>
      one.kind === kind && one.value === value && (kind !== 'step' || one.on === (on && isoTime(on.getTime())))
    const proposal = (await proposalsOf(call, paramId, counter)).find(isRequested)
    if (proposal === undefined) throw new Refusal('ObjectNotFound', 'Nothing like this is proposed any more.')
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if (kind !== 'step') await setCounter(tx, orgId, paramId, { [kind]: value })
      else if (on !== undefined) await acceptStep(tx, call, paramId, on, proposal.evidence.step?.to ?? 0, reason)
      const before = kind === 'step' ? undefined : { [kind]: counter[kind] ?? null }
      const after = { [kind]: value, ...(kind === 'step' && { on }), reason, ...proposal.evidence }
      await recordChange(tx, call, paramId, 'param.accept-proposal', { before, after })
      return {}
    })
  },

  exchange: async (call, { paramId, on, endValue, startValue, reason = null }) => {
    const { orgId } = call
    await storedCounter(call, paramId)
    if (on > call.now()) throw new Refusal('IncorrectRequest', 'body.on: must not be in the future')
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const exchange = { on, endValue, startValue, reason }
      const id = await addExchange(tx, call, paramId, exchange)
      await recordChange(tx, call, paramId, 'param.exchange-meter', { after: { id, ...exchange } })
      return { id }
    })
  },

  undoExchange: (call, { paramId, exchangeId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = (await exchangesOf(tx, orgId, paramId)).find(({ id }) => id === exchangeId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      await deleteExchange(tx, orgId, exchangeId)
      await recomputeAround(tx, call, paramId, before.on)
      await recordChange(tx, call, paramId, 'param.undo-exchange', { before })
      return {}
    }),

  recompute: async (call, { paramId, from, till }) => {
    const { orgId, history } = call
    await storedCounter(call, paramId)
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const span = { from: from.getTime(), till: till.getTime() }
      const progress = await markRecompute(tx, history, orgId, paramId, span, call.now().getTime())
      await recordChange(tx, call, paramId, 'param.recompute', { after: { from, till, ...progress } })
      return progress
    })
  },
}

const storedCounter = async ({ db, orgId }: EnergyCall<'member'>, paramId: number): Promise<CounterFormat> => {
  const counter = await counterOf(db.sql, orgId, paramId)
  if (counter === undefined) throw new Refusal('IncorrectRequest', 'The parameter has no numbers.')
  return counter
}

/** Proposals from the history, for settings of the counter that are missing. */
const proposalsOf = async (
  { history, orgId, now }: EnergyCall<'member'>,
  paramId: number,
  counter: CounterFormat,
): Promise<Proposal[]> => {
  const till = now().getTime()
  const span = { from: till - historyMs, till }
  const { cold } = await history.hours(orgId, paramId, span.from, span.till)
  const { setAside } = await readCounter(history, orgId, paramId, [span.from, span.till], meterOf(counter))
  const top = cold.last.reduce((most, value) => Math.max(most, value), 0)
  const greatest = setAside.reduce((most, { from }) => Math.max(most, from), top)
  const rollover = counter.rolloverAt == null ? rolloverProposal(setAside, greatest, span) : null
  const limit = counter.hourlyMax == null ? limitProposal(cold, span) : null
  return [rollover, limit, ...stepProposals(setAside, span)].filter((one) => one !== null)
}

/** The figures around an exchange are worked out again. */
const addExchange = async (
  tx: Tx,
  call: EnergyCall<'member'>,
  paramId: number,
  exchange: Parameters<typeof insertExchange>[3],
): Promise<number> => {
  if ((await exchangesOf(tx, call.orgId, paramId)).length >= exchangesMax) {
    throw new Refusal(
      'IncorrectRequest',
      `A meter is exchanged at most ${exchangesMax} times, and steps are among them.`,
    )
  }
  const id = await insertExchange(tx, call.orgId, paramId, exchange, call.now())
  await recomputeAround(tx, call, paramId, exchange.on)
  return id
}

/** A step that was counted is kept as an exchange for a meter that shows the same. */
const acceptStep = (
  tx: Tx,
  call: EnergyCall<'member'>,
  paramId: number,
  on: Date,
  to: number,
  reason: string | null = null,
): Promise<number> => {
  const shown = toText(decimalOf(to))
  return addExchange(tx, call, paramId, { on, endValue: shown, startValue: shown, reason })
}

const recomputeAround = async (tx: Tx, call: EnergyCall<'member'>, paramId: number, on: Date): Promise<void> => {
  const span = { from: on.getTime() - dayMs, till: on.getTime() + dayMs }
  await markRecompute(tx, call.history, call.orgId, paramId, span, call.now().getTime())
}

const recordChange = (
  tx: Tx,
  call: EnergyCall<'member'>,
  paramId: number,
  action: AuditAction,
  change: { before?: unknown; after?: unknown },
): Promise<void> => record(tx, call.orgId, call, { action, objectKind: 'param', objectId: paramId, ...change })
