import { type Queries, rowJson } from '@busbar/database'
import type { Gap } from '@busbar/series/gaps'
import type { Handlers } from '../../accounts/call.ts'
import { compactTexts, type Texts } from '../../devices/params/names.rules.ts'
import { segmentStart } from '../../energy/calendar.ts'
import { unitsOfParams } from '../../energy/reports/reports.sql.ts'
import { stepsOf, wholeSegments } from '../../energy/stored/steps.ts'
import { readTallies } from '../../energy/tree-energy/read-tallies.ts'
import { segmentsOf } from '../../energy/tree-energy/segments.ts'
import { unitsOfBranches } from '../../energy/trees/tree-units.rules.ts'
import { type StoredTree, treeById, treesOf } from '../../energy/trees/trees.sql.ts'
import { isoTime } from '../../fields/iso-time.ts'
import { shareOfTally, sharesOf, type Tally, tallyOf, tallySum } from '../../history/links/availability.rules.ts'
import { polledDevices } from '../../history/links/links.sql.ts'
import { netStatesOf } from '../../history/links/net-states-of.ts'
import { shownDevice, shownStatistics } from '../../history/links/statistics.rules.ts'
import type { DashboardCall, DashboardNeeds } from '../needs.ts'
import { devicesMax, type overview, sinceDaysMax, sinceMax } from './overview.contract.ts'
import {
  activeAlertParams,
  type CountedNetDevice,
  countedOfOrg,
  firstStepsOf,
  keyParamsOf,
  netsOfOrg,
} from './overview.sql.ts'

interface AlertCounts {
  began: number
  ended: number
}

const alertsSince = async (sql: Queries, orgId: number, from: Date): Promise<AlertCounts> => {
  const [row] = await sql<[AlertCounts]>`
    select count(*) filter (where started_on >= ${from})::int as began,
           count(*) filter (where coalesce(resolved_on, closed_on) >= ${from})::int as ended
    from alert_record
    where org_id = ${orgId} and (started_on >= ${from} or coalesce(resolved_on, closed_on) >= ${from})`
  return row
}

interface LongestEpisode {
  name: string
  seconds: number
}

/** Longest alert event that ended since a time. */
const longestSince = async (sql: Queries, orgId: number, from: Date): Promise<LongestEpisode | undefined> => {
  const [row] = await sql<LongestEpisode[]>`
    select name, extract(epoch from coalesce(resolved_on, closed_on) - started_on)::float8 as seconds
    from alert_record
    where org_id = ${orgId} and coalesce(resolved_on, closed_on) >= ${from}
    order by coalesce(resolved_on, closed_on) - started_on desc, id desc limit 1`
  return row
}

interface WrittenValue {
  paramId: number
  name: Texts
  deviceName: string
  netName: string
  on: Date
  userName: string
  before: string | null
  value: string
}

/** Writes to existing parameters. */
const writesSince = (sql: Queries, orgId: number, from: Date, limit: number) => sql<WrittenValue[]>`
  select p.id as "paramId", p.name, d.name as "deviceName", n.name as "netName", w.recorded_on as "on",
         w.account_name as "userName", w.before ->> 'value' as before, coalesce(w.after ->> 'value', '') as value
  from audit w
  join param p on p.org_id = w.org_id and p.id::text = w.object_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where w.org_id = ${orgId} and w.object_kind = 'param' and w.action = 'param.write' and w.recorded_on >= ${from}
  order by w.id desc limit ${limit}`

/** A time in which a device was not read; `till` is the last read that failed, null while it goes on. */
interface Outage {
  from: number
  till: number | null
}

/** Runs that are nearer are one: the store ends them with the day, and with the reason. */
const outageGapMs = 600_000
/** Once is no outage. */
const pollsMin = 2
/** The device was asked, and its answer was not kept. */
const notRecorded: ReadonlySet<string> = new Set(['OutageBufferFull', 'ServiceStopped', 'RefusedByDatabase'])

/** Outages that began or ended since a time. */
export const newOutages = (gaps: readonly Gap[], lastGoodOn: number | null, since: number): Outage[] => {
  const found: { from: number; till: number; polls: number }[] = []
  for (const { from, till, polls, reason } of gaps.toSorted((a, b) => a.from - b.from)) {
    if (notRecorded.has(reason)) continue
    const before = found.at(-1)
    if (before !== undefined && from - before.till <= outageGapMs) {
      before.till = Math.max(before.till, till)
      before.polls += polls
    } else found.push({ from, till, polls })
  }
  return found
    .filter(({ polls }) => polls >= pollsMin)
    .map(({ from, till }) => ({ from, till: lastGoodOn === null || lastGoodOn <= till ? null : till }))
    .filter(({ from, till }) => from >= since || (till !== null && till >= since))
}

/** The hours of today and yesterday, by the clock of the tree's place. */
const energyOf = async (call: DashboardCall<'member'>, tree: StoredTree) => {
  const { id, name, timeZone, sensors } = tree
  const now = call.now().getTime()
  const today = segmentStart(timeZone, 'day', now)
  const edges = wholeSegments(timeZone, 'hour', segmentStart(timeZone, 'day', today - 1), now + 1)
  const { tallies, quarterCounts } = await readTallies(call, tree, [null], stepsOf(timeZone, 'hour', edges), edges)
  const hours = [...tallies.values()]
    .flatMap((tally) => segmentsOf(tally, quarterCounts, edges, call.now()))
    .map(({ from, energy, isComplete }) => ({ from, energy, isComplete }))
  const paramIds = sensors.map(({ paramId }) => paramId)
  const unit = unitsOfBranches(tree, await unitsOfParams(call.db.sql, call.orgId, paramIds)).get(null) ?? null
  const isToday = ({ from }: { from: string }): boolean => Date.parse(from) >= today
  return {
    id,
    name,
    timeZone,
    ...(unit !== null && { unit }),
    today: hours.filter(isToday),
    yesterday: hours.filter((hour) => !isToday(hour)),
  }
}

export const overviewHandlers: Handlers<typeof overview, DashboardNeeds> = {
  links: async (call, { orgId }) => {
    const { sql } = call.db
    const devices = Map.groupBy(await polledDevices(sql, orgId, null), ({ netId }) => netId)
    const nets = await netsOfOrg(sql, orgId)
    const states = await netStatesOf(
      call,
      nets.map(({ netId }) => netId),
    )
    return nets.map(({ netId, disabledOn }) => {
      const status = states.status(netId)
      const statistics = states.statistics(netId)
      return {
        netId,
        connected: status?.isConnected ?? false,
        ...(status?.since != null && { since: isoTime(status.since) }),
        ...(status?.lastError != null && { lastError: status.lastError }),
        ...(status?.lastErrorOn != null && { lastErrorOn: isoTime(status.lastErrorOn) }),
        ...rowJson({ disabledOn }),
        ...(statistics !== null && { polling: shownStatistics(statistics) }),
        devices: (devices.get(netId) ?? []).map((device) => shownDevice(device, states.device(netId, device.deviceId))),
      }
    })
  },

  firstSteps: ({ db }, { orgId }) => firstStepsOf(db.sql, orgId),

  keyParams: async ({ db }, { orgId }) => {
    const rows = await keyParamsOf(db.reading.sql, orgId)
    return rows.map(({ name, ...row }) => ({ ...rowJson(row), name: compactTexts(name) }))
  },

  availability: async ({ db, history, now }, { orgId, days }) => {
    const till = now().getTime()
    const steps = { from: till - days * dayMs, till, count: days }
    const nets = await netsOfOrg(db.reading.sql, orgId)
    const devices = await sampledDevices(db.reading.sql, orgId, nets.length)
    const paramIds = devices.map(({ paramId }) => paramId)
    const found = await history.counts(orgId, paramIds, steps.from, till, days)
    const tallies = found.map(({ read, gaps }) => tallyOf(read, gaps, steps))
    return {
      from: new Date(steps.from).toISOString(),
      nets: nets.map(({ netId }) => {
        const ofNet = tallies.filter((_, at) => devices[at]?.netId === netId)
        return { netId, ...shownShares(tallySum(ofNet, days)) }
      }),
    }
  },

  alarms: ({ db }, { orgId }) => activeAlertParams(db.sql, orgId),

  energy: async (call, { orgId }) => {
    const [first] = await treesOf(call.db.sql, orgId)
    const tree = first && (await treeById(call.db.sql, orgId, first.id))
    return tree === undefined ? {} : { tree: await energyOf(call, tree) }
  },

  since: async ({ db, history, now }, { orgId, from: since }) => {
    const { sql } = db.reading
    const till = now().getTime()
    const moment = since?.getTime() ?? till - dayMs
    const from = new Date(Math.min(till, Math.max(moment, till - sinceDaysMax * dayMs)))
    const devices = await sampledDevices(sql, orgId, (await netsOfOrg(sql, orgId)).length)
    const ids = devices.map(({ paramId }) => paramId)
    const gaps = await history.gaps(orgId, ids, from.getTime(), till)
    const outages = devices.flatMap(({ deviceId, deviceName, netName, lastGoodReadOn }, at) =>
      newOutages(gaps[at] ?? [], lastGoodReadOn?.getTime() ?? null, from.getTime()).map((outage) => ({
        deviceId,
        deviceName,
        netName,
        ...outage,
      })),
    )
    const longest = await longestSince(sql, orgId, from)
    const writes = await writesSince(sql, orgId, from, sinceMax)
    return {
      from: from.toISOString(),
      alerts: { ...(await alertsSince(sql, orgId, from)), ...(longest !== undefined && { longest }) },
      outages: outages
        .toSorted((a, b) => (b.till ?? till) - (a.till ?? till) || b.from - a.from)
        .slice(0, sinceMax)
        .map(({ till: end, ...outage }) => ({
          ...outage,
          from: isoTime(outage.from),
          ...(end !== null && { till: isoTime(end) }),
        })),
      writes: writes.map(({ name, on, ...row }) => ({ ...row, name: compactTexts(name), on: isoTime(on.getTime()) })),
    }
  },

  map: ({ map }) => ({
    ...(map.tiles !== null && { tiles: map.tiles }),
    ...(map.attribution !== null && { attribution: map.attribution }),
  }),
}

const dayMs = 86_400_000

/** Samples devices of large organizations, so that their history can be read: the same number from each network. */
const sampledDevices = async (sql: Queries, orgId: number, nets: number): Promise<CountedNetDevice[]> => {
  const devicesOfNet = Math.max(1, Math.floor(devicesMax / Math.max(1, nets)))
  return (await countedOfOrg(sql, orgId, devicesOfNet)).slice(0, devicesMax)
}

/** Shares of each step without reasons, which are given for the whole span. */
const shownShares = (tally: Tally) => {
  const reasons = new Map<string, number>()
  for (const ofStep of tally.failed) {
    for (const [reason, polls] of ofStep) reasons.set(reason, (reasons.get(reason) ?? 0) + polls)
  }
  return {
    share: shareOfTally(tally),
    shares: sharesOf(tally),
    reasons: Object.fromEntries([...reasons].map(([reason, polls]) => [reason, Math.max(1, Math.round(polls))])),
  }
}
