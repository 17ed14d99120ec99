import { at } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import type { History } from '@busbar/readings'
import { figureOf } from '@busbar/readings/history'
import { JsonText, Refusal } from '@busbar/wire/server'
import type { Handlers } from '../accounts/call.ts'
import { fullName, type NameParts } from '../devices/params/names.rules.ts'
import type { AnswerLimits } from '../fields/answer-limits.ts'
import { csvHead, csvParts } from '../fields/csv.rules.ts'
import { isoTime } from '../fields/iso-time.ts'
import { textIn } from '../fields/text-in.ts'
import { type NamedFacts, namedParams } from './facts.sql.ts'
import { pausesOf } from './links/pauses.ts'
import type { HistoryCall, HistoryNeeds } from './needs.ts'
import { pointsMax, type readings } from './readings.contract.ts'
import { viewerRoles, visibleByOrg } from './values/visible.ts'

/** Full name of a parameter in a language, or in English where it has no translation. */
const nameIn = (parts: NameParts, lang: Language): string => {
  const name = textIn(parts.name, lang)
  return fullName(name === undefined ? parts : { ...parts, name: { en: name } })
}

export const readingsHandlers: Handlers<typeof readings, HistoryNeeds> = {
  get: async ({ history, now, orgId }, { paramId, from, till = now(), pointsLimit = pointsMax }) => {
    const { times, values } = await history.raw(orgId, paramId, from?.getTime() ?? 0, till.getTime(), pointsLimit)
    return Array.from(times, (time, index) => [isoTime(time), at(values, index)])
  },

  dispersed: async (call, { paramIds: requestedIds, from, till, points, partial }) => {
    const segments = { from: from.getTime(), till: till.getTime(), points }
    const found = await readVisible(call, { requestedIds, partial }, async (orgId, paramIds) =>
      withIds(paramIds, await call.history.firsts(orgId, paramIds, segments.from, segments.till, points)),
    )
    const chart = { segments, places: columnIndexes(requestedIds, found), columns: found.map(({ column }) => column) }
    return new JsonText(await call.history.written({ kind: 'rows of firsts', ...chart }))
  },

  minMeanMax: async (call, { paramIds: requestedIds, from, till, points, partial }) => {
    const segments = { from: from.getTime(), till: till.getTime(), points }
    const found = await readVisible(call, { requestedIds, partial }, async (orgId, paramIds) =>
      withIds(paramIds, await call.history.figures(orgId, paramIds, segments.from, segments.till, points)),
    )
    const chart = { segments, places: columnIndexes(requestedIds, found), columns: found.map(({ column }) => column) }
    return new JsonText(await call.history.written({ kind: 'rows of figures', ...chart }))
  },

  dateRange: async (call, { paramIds: requestedIds, partial }) => {
    const ranges = await readVisible(call, { requestedIds, partial }, async (orgId, paramIds) => {
      const range = await call.history.range(orgId, paramIds)
      return range === null ? [] : [range]
    })
    if (ranges.length === 0) return {}
    return {
      min: isoTime(Math.min(...ranges.map(({ min }) => min))),
      max: isoTime(Math.max(...ranges.map(({ max }) => max))),
    }
  },

  minMaxRange: async (call, { paramIds: requestedIds, from, till, partial }) => {
    const found = await readVisible(call, { requestedIds, partial }, async (orgId, paramIds) => {
      const all = await call.history.extremes(orgId, paramIds, from.getTime(), till.getTime())
      return all.map((extremes, index) => ({ id: paramIds[index], extremes }))
    })
    return Object.fromEntries(
      found.flatMap(({ id, extremes }) => {
        if (extremes === null) return []
        const { min, minOn, max, maxOn } = extremes
        return [[id, { minValueOn: isoTime(minOn), minValue: min, maxValueOn: isoTime(maxOn), maxValue: max }]]
      }),
    )
  },

  summary: async (call, { paramIds: requestedIds, from, till, partial }) => {
    const [begins, ends] = [from.getTime(), till.getTime()]
    const found = await readVisible(call, { requestedIds, partial }, async (orgId, paramIds) => {
      const columns = await call.history.figures(orgId, paramIds, begins, ends, 1)
      const latest = await call.history.onTime(orgId, paramIds, ends)
      return paramIds.map((id, index) => ({ id, figures: at(columns, index).figures, last: latest[index] ?? null }))
    })
    return Object.fromEntries(
      found.flatMap(({ id, figures, last }) => {
        const figure = figureOf(figures, 0)
        if (figure === null || last === null || last.number === null) return []
        const { count, min, mean, max } = figure
        const lastOn = isoTime(last.on)
        return [[id, { count, min, ...(mean !== null && { mean }), max, last: last.number, lastOn }]]
      }),
    )
  },

  texts: async ({ history, orgId }, { paramId, from, till }) => {
    const runs = await history.textRuns(orgId, paramId, from.getTime(), till.getTime())
    return runs.map((run) => ({ ...run, from: isoTime(run.from), till: isoTime(run.till) }))
  },

  gaps: async (call, { paramIds: requestedIds, from, till, partial }) => {
    const found = await readVisible(call, { requestedIds, partial }, async (orgId, paramIds) => {
      const span = { from: from.getTime(), till: Math.min(till.getTime(), call.now().getTime()) }
      const pauses = await pausesOf(call.db.reading.sql, orgId, paramIds, span)
      const all = await call.history.gaps(orgId, paramIds, from.getTime(), till.getTime())
      return paramIds.map((id, index) => ({
        id,
        gaps: [...at(all, index), ...(pauses.get(id) ?? [])].toSorted((a, b) => a.from - b.from),
      }))
    })
    return Object.fromEntries(
      found.map(({ id, gaps }) => [
        id,
        gaps.map((gap) => ({ ...gap, from: isoTime(gap.from), till: isoTime(gap.till) })),
      ]),
    )
  },

  csv: async ({ db, caller, history, now }, { paramIds, from, till = now(), lang = 'en' }) => {
    const found = await namedParams(db.sql, [...new Set(paramIds)], caller.accountId, viewerRoles)
    const [{ orgId } = { orgId: 0 }] = found
    if (found.some((param) => param.orgId !== orgId)) {
      throw new Refusal('IncorrectRequest', 'query.paramIds: must be of one organization')
    }
    const byId = new Map(found.map((param) => [param.id, param]))
    const params = [...new Set(paramIds)].flatMap((id) => byId.get(id) ?? [])
    const head = csvHead(params.map((param) => nameIn(param, lang)))
    return csvOf(history, head, orgId, params, from?.getTime() ?? 0, till.getTime())
  },
}

const withIds = <Column>(paramIds: readonly number[], columns: readonly Column[]): { id: number; column: Column }[] =>
  columns.map((column, index) => ({ id: at(paramIds, index), column }))

/** The caller may ask for a parameter twice, and for some that he does not see. */
const columnIndexes = (requestedIds: readonly number[], found: readonly { id: number }[]): Int32Array => {
  const indexes = new Map(found.map(({ id }, place) => [id, place]))
  return Int32Array.from(requestedIds, (id) => indexes.get(id) ?? -1)
}

/** Day by day, as the reader takes it. */
const csvOf = async function* (
  history: History,
  head: string,
  orgId: number,
  params: readonly NamedFacts[],
  from: number,
  till: number,
): AsyncGenerator<string> {
  yield head
  const isText = params.map(({ valueType }) => valueType === 'string')
  const ids = params.map(({ id }) => id)
  for await (const slice of history.stream(orgId, ids, from, till)) yield* csvParts(slice, isText)
}

/** Parameters per part; the elapsed time is checked in between. */
const partMax = 100
const retryAfterSec = 30

/** Asks about the listed parameters that the caller may see, some of them at a time and in the order of the list: about all, or as many as there is time for. */
const readVisible = async <T>(
  call: HistoryCall<'account' | 'share'>,
  { requestedIds, partial = false }: { requestedIds: readonly number[]; partial?: boolean | undefined },
  read: (orgId: number, paramIds: number[]) => Promise<T[]>,
): Promise<T[]> => {
  const results: T[] = []
  const uniqueIds = [...new Set(requestedIds)]
  const deadline = call.clock.now() + call.limits.historyMs
  for (let first = 0; first < uniqueIds.length; first += partMax) {
    if (call.clock.now() >= deadline) {
      if (!partial) throw tooLong(call.limits)
      call.setHeader('parameters-read', String(requestedIds.indexOf(at(uniqueIds, first))))
      return results
    }
    for (const { orgId, paramIds } of await visibleByOrg(call, uniqueIds.slice(first, first + partMax))) {
      results.push(...(await read(orgId, paramIds)))
    }
  }
  return results
}

const tooLong = ({ historyMs }: AnswerLimits): Refusal =>
  new Refusal(
    'Unavailable',
    `The answer takes longer than ${historyMs / 1000} s: ask for fewer parameters or a shorter span.`,
    { 'retry-after': String(retryAfterSec) },
  )
