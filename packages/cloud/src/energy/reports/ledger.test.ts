import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { counterLife } from '../testing/counter.arbitrary.ts'
import { type LedgerMeter, ledger, type Row, small } from '../testing/ledger.ts'
import { branchOf, type ChartData, chartOf, loadRows, savedReport } from './testing/saved-report.ts'

const hourMs = 3_600_000
/** Midnights of Kyiv; between the second and the third are 25 hours in autumn, and 23 in spring. */
const midnightsOf = {
  spring: ['03-27T22', '03-28T22', '03-29T21', '03-30T21'],
  autumn: ['10-23T21', '10-24T21', '10-25T22', '10-26T22'],
}
type Season = keyof typeof midnightsOf
const segmentNames = ['day', 'hour', 'half-hour'] as const
type Segment = (typeof segmentNames)[number]
const steps = (from: number, till: number, stepMs: number): number[] =>
  Array.from({ length: (till - from) / stepMs + 1 }, (_, at) => from + at * stepMs)
const edgesOf = (season: Season, segment: Segment): number[] => {
  const midnights = midnightsOf[season].map((text) => Date.parse(`2026-${text}:00Z`))
  if (segment === 'day') return midnights
  return steps(midnights[0] ?? 0, midnights.at(-1) ?? 0, segment === 'hour' ? hourMs : hourMs / 2)
}

/** All readings of a parameter, through the API. */
const rowsOf = async (api: TestApi, paramId: number): Promise<Row[]> => {
  const span = `from=2026-03-01T00:00:00Z&till=2026-11-10T00:00:00Z&pointsLimit=1000`
  const { body } = await api.call('viewer', 'GET', `/readings/get/?paramId=${paramId}&${span}`)
  return (body as [string, number][]).map(([on, value]) => [Date.parse(on), value])
}

/** Amounts of a counter from all its readings; the latest reading six hours before the span counts as right. */
const counted = (rows: readonly Row[], edges: readonly number[], meter: LedgerMeter) => {
  const before = rows.findLastIndex(([on]) => on < (edges[0] ?? 0) - 6 * hourMs)
  return ledger(rows.slice(Math.max(before, 0)), edges, meter)
}

const registerOf = (multiplier: number) => ({
  width: 65_536 * multiplier,
  zero: 0,
  allOnes: Number((65_535 * multiplier).toFixed(3)),
})

type Amounts = (bigint | null)[]
const each = (count: number, make: (at: number) => bigint | null): Amounts =>
  Array.from({ length: count }, (_, at) => make(at))
const sumOfKnown = (...values: (bigint | null | undefined)[]): bigint | null => {
  const present = values.filter((value) => value != null)
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0n)
}
const shown = (value: bigint | null | undefined): number | null => (value == null ? null : small(value))

/** The segments are as expected, and the total is their sum, or what is said. */
const agrees = (data: ChartData, expected: Amounts, why: string, total = sumOfKnown(...expected)): void => {
  assert.deepEqual(
    data.segments.map(({ value }) => value),
    expected.map(shown),
    why,
  )
  assert.equal(data.total, shown(total), why)
}

test('reports agree with a ledger of all readings', { timeout: 110_000 }, async (t) => {
  const api = await startApi(t)
  await api.call('manager', 'POST', `/org/${api.orgId}/time-zone/`, { timeZone: 'Europe/Kyiv' })
  let caseCount = 0
  const property = fc.asyncProperty(
    fc.constantFrom<Season>('spring', 'autumn'),
    counterLife(-5 * hourMs, 150),
    counterLife(-90 * 60_000, 150),
    fc.infiniteStream(fc.constantFrom('cold', 'cold', 'cold', 'cold', 'hot', 'late')),
    fc.array(
      fc.record({
        segment: fc.constantFrom(...segmentNames),
        maxPerHour: fc.option(fc.constantFrom(100, 5000), { nil: null }),
      }),
      { minLength: 2, maxLength: 3 },
    ),
    async (season, first, second, whens, questions) => {
      caseCount += 1
      const [begin = 0] = edgesOf(season, 'day')
      const shifted = (rows: readonly Row[]): Row[] => rows.map(([on, value]) => [begin + on, value])
      const device = await makeDevice(api, api.orgId, `ledger-${caseCount}`, [
        { valueType: 'u16' },
        { valueType: 'u16' },
      ])
      const [a = 0, b = 0] = device.params.map(({ id }) => id)
      const lives = [
        { paramId: a, ...first, rows: shifted(first.rows) },
        { paramId: b, ...second, rows: shifted(second.rows) },
      ]
      const late: { paramId: number; row: Row }[] = []
      for (const { paramId, rows, multiplier } of lives) {
        await api.service.db.sql`update param set multiplier = ${multiplier} where id = ${paramId}`
        const when = rows.map(() => whens.next().value)
        await loadRows(
          api,
          api.orgId,
          paramId,
          rows.filter((_, at) => when[at] === 'cold'),
        )
        const params = device.params.filter(({ id }) => id === paramId)
        const hot = rows.filter((_, at) => when[at] === 'hot')
        await recordPolls(
          api,
          hot.map(([on, value]) => pollOf(device, params, on, { [paramId]: value })),
        )
        late.push(...rows.flatMap((row, at) => (when[at] === 'late' ? [{ paramId, row }] : [])))
      }
      const main = branchOf('Whole', { value: { paramId: a } })
      const part = branchOf('Part', { value: { paramId: b }, parentBranchId: main.id })
      const formula = branchOf('Formula', { value: { formula: `#${a} - 2 * #${b}` }, parentBranchId: main.id })
      const sum = branchOf('Sum')
      const parts = [a, b].map((paramId) => branchOf(`P${paramId}`, { value: { paramId }, parentBranchId: sum.id }))
      const link = branchOf('Link', { value: { linkId: sum.id } })
      let id: string | undefined
      for (const { segment, maxPerHour } of questions) {
        const limited = (branch: typeof main, multiplier: number) =>
          maxPerHour === null ? branch : { ...branch, maxPerHour: maxPerHour * multiplier }
        id = await savedReport(
          api,
          [limited(main, first.multiplier), limited(part, second.multiplier), formula, sum, ...parts, link],
          id === undefined ? {} : { id },
        )
        const edges = edgesOf(season, segment)
        const rows = [await rowsOf(api, a), await rowsOf(api, b)] as const
        const meters = lives.map(({ multiplier }) => ({ ...registerOf(multiplier), maxPerHour: null }))
        const [plainA, plainB] = meters.map((meter, at) => counted(rows[at] ?? [], edges, meter))
        const [limitedA, limitedB] = lives.map(({ multiplier }, at) =>
          counted(rows[at] ?? [], edges, {
            ...registerOf(multiplier),
            maxPerHour: maxPerHour === null ? null : maxPerHour * multiplier,
          }),
        )
        const count = edges.length - 1
        const amount = (of: typeof plainA) => (at: number) => of?.segments[at]?.amount ?? null
        const ask = (branchId: string) => chartOf(api, branchId, begin, edges.at(-1) ?? 0, segment)
        const mainData = await ask(main.id)
        agrees(mainData, each(count, amount(limitedA)), 'a counter')
        agrees(await ask(part.id), each(count, amount(limitedB)), 'another counter')
        const isUnbooked = (reason: string): boolean => reason !== 'spike' && reason !== 'invalid'
        assert.deepEqual(
          mainData.setAside
            .filter(({ paramId, reason }) => paramId === a && isUnbooked(reason))
            .map(({ on, reason }) => [Date.parse(on), reason])
            .slice(0, 5),
          [...(limitedA?.setAside ?? []), ...(maxPerHour === null ? [] : (plainA?.setAside ?? []))]
            .filter(([, reason]) => isUnbooked(reason))
            .toSorted(([x], [y]) => x - y)
            .slice(0, 5),
        )
        const formulaAmounts = each(count, (at) => {
          const [x, y] = [amount(plainA)(at), amount(plainB)(at)]
          return x === null || y === null ? null : x - 2n * y
        })
        const totalOf = (of: typeof plainA) => sumOfKnown(...each(count, amount(of)))
        const [x, y] = [totalOf(plainA), totalOf(plainB)]
        agrees(await ask(formula.id), formulaAmounts, 'a formula', x === null || y === null ? null : x - 2n * y)
        const sums = each(count, (at) => sumOfKnown(amount(plainA)(at), amount(plainB)(at)))
        agrees(await ask(sum.id), sums, 'a sum')
        agrees(await ask(link.id), sums, 'a link')
        for (const [at, { unmetered }] of mainData.segments.entries()) {
          const [own, partly, byFormula] = [amount(limitedA)(at), amount(limitedB)(at), formulaAmounts[at]]
          const isMissing = own === null || partly === null || byFormula == null
          // It may be unknown for other reasons; but where it is known it is this.
          if (unmetered === null) continue
          assert.equal(unmetered, isMissing ? null : small(own - partly - byFormula))
        }
        if (segment !== 'half-hour') {
          const lengths = edges.slice(1).map((edge, at) => (edge - (edges[at] ?? 0)) / hourMs)
          assert.deepEqual(
            mainData.segments.map(({ coverage }) => coverage.toFixed(5)),
            lengths.map((hours, at) => ((limitedA?.segments[at]?.hours.size ?? 0) / hours).toFixed(5)),
          )
        }
        for (const { paramId, row } of late.splice(0, Math.ceil(late.length / 2)))
          await loadRows(api, api.orgId, paramId, [row])
      }
    },
  )
  await fc.assert(property, { numRuns: runs(12), endOnFailure: true })
})
