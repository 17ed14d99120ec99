import * as fc from 'fast-check'
import type { Binding } from '../../dashboards/visualizations/bindings.contract.ts'
import { ruleOf } from '../../dashboards/visualizations/testing/rule.ts'
import { sanitiseSvg } from '../../svg/sanitise-svg.ts'
import type { Document } from '../document.contract.ts'

export const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text)

/** No two of a document are the same. */
const uuidOf = (kind: number, list: number, place = 0): string =>
  `00000000-000${kind}-4000-8000-${String(list * 1000 + place).padStart(12, '0')}`

const clean = sanitiseSvg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text id="c0">?</text></svg>')
const source = 'ok' in clean ? clean.ok : ''

/** Picks an item of the list; undefined if it is empty. */
const pickFrom = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)]

const anyDashboards = (paramIds: readonly number[]): fc.Arbitrary<Document['dashboards']> =>
  fc
    .array(
      fc.record({
        name,
        settings: fc.record({
          columns: fc.integer({ min: 1, max: 12 }),
          refreshSec: fc.integer({ min: 5, max: 3600 }),
        }),
        widgets: fc.shuffledSubarray([...paramIds]),
        isDefault: fc.boolean(),
      }),
      { maxLength: 3 },
    )
    .map((list) =>
      list.map((one, i) => ({
        ...one,
        id: 600 + i,
        isDefault: one.isDefault && !list.slice(0, i).some(({ isDefault }) => isDefault),
      })),
    )

const formulaOf = ([a = 1, b = 1]: readonly number[]): string => `(#${a} +\t#${b}) * 0.5 - 12 mod #${a}`

const plainPicture = { kind: 'picture' as const, group: '', args: [], items: [], layers: [] }
const faceplate = {
  kind: 'faceplate' as const,
  group: 'Works',
  args: [{ name: 'run', takes: 'param' as const }],
  items: [
    { code: 'c0', go: { visId: 700 } },
    { code: 'p', use: { visId: 701, args: { run: { number: 1 } } } },
  ],
  layers: [{ code: 'l0', name: 'Pipes' }],
}

const anyVisualizations = (paramIds: readonly number[]): fc.Arbitrary<Document['visualizations']> => {
  const how = fc.record({
    picks: fc.tuple(fc.nat(), fc.nat()),
    isFormula: fc.boolean(),
    more: fc.constantFrom<Partial<Binding>>(
      {},
      { format: { decimals: 2 }, rules: [ruleOf({ from: 0, till: 5 }, { fill: [0, 100] })] },
    ),
  })
  const visualization = fc.record({
    name,
    bindings: fc.array(how, { maxLength: paramIds.length === 0 ? 0 : 3 }),
    updatePeriodSec: fc.integer({ min: 1, max: 86_400 }),
    useVisData: fc.boolean(),
    data: fc.dictionary(fc.constantFrom('note', 'a-1', 'B_2'), name, { maxKeys: 2 }),
  })
  return fc.array(visualization, { maxLength: 2 }).map((list) =>
    list.map(({ bindings, ...one }, i) => ({
      ...one,
      id: 700 + i,
      slug: `vis-${i}`,
      source,
      ...(i === 0 ? plainPicture : faceplate),
      bindings: bindings.map(({ picks, isFormula, more }, at): Binding => {
        const ids = picks.map((place) => pickFrom(paramIds, place) ?? 1)
        return { code: `c${at}`, ...(isFormula ? { formula: formulaOf(ids) } : { param: ids[0] }), ...more }
      }),
    })),
  )
}

interface TreePosition {
  parent: number | null
  level: number
  main: number
}

/** Positions in a tree: each item below an earlier one, or at the top. */
const placesOf = (picks: readonly number[], levels: number): TreePosition[] => {
  const places: TreePosition[] = []
  for (const [at, pick] of picks.entries()) {
    const parent = places[pick % (at + 1)]
    if (parent === undefined || parent.level >= levels) places.push({ parent: null, level: 1, main: at })
    else places.push({ parent: pick % (at + 1), level: parent.level + 1, main: parent.main })
  }
  return places
}

const anyReports = (counterIds: readonly number[]): fc.Arbitrary<Document['reports']> => {
  const how = fc.record({
    name,
    pick: fc.nat(),
    picks: fc.tuple(fc.nat(), fc.nat()),
    value: fc.constantFrom('none', 'param', 'formula', 'link'),
    more: fc.constantFrom({}, { borders: '1, 2', category: 'x' }, { maxPerHour: 2.5 }),
    isLast: fc.boolean(),
  })
  const report = fc.record({ name, branches: fc.array(how, { maxLength: 5 }) })
  return fc.array(report, { maxLength: 3 }).map((list) => {
    const places = list.map(({ branches }) =>
      placesOf(
        branches.map(({ pick }) => pick),
        5,
      ),
    )
    // Links lead from lower to higher numbers, whatever reports they are in: never round in a circle.
    const rankOf = (i: number, main: number): number => (i * 31 + main * 17) % 97
    const mains = places.flatMap((some, i) => some.flatMap((p, at) => (p.parent === null ? [{ i, at }] : [])))
    return list.map(({ name: title, branches }, i) => ({
      id: uuidOf(1, i),
      name: title,
      branches: branches
        .map(({ name: its, picks, value, more, isLast }, at) => {
          const { parent = null, main = at } = places[i]?.[at] ?? {}
          const ids = picks.map((place) => pickFrom(counterIds, place) ?? 0)
          const targets = mains.filter((target) => rankOf(target.i, target.at) > rankOf(i, main))
          const target = pickFrom(targets, picks[0])
          const hasIds = counterIds.length > 0
          return {
            isLast,
            branch: {
              id: uuidOf(2, i, at),
              name: its,
              ...(parent !== null && { parentBranchId: uuidOf(2, i, parent) }),
              ...(value === 'param' && hasIds && { value: { paramId: ids[0] ?? 0 } }),
              ...(value === 'formula' && hasIds && { value: { formula: formulaOf(ids) } }),
              ...(value === 'link' && target && { value: { linkId: uuidOf(2, target.i, target.at) } }),
              ...more,
            },
          }
        })
        .toSorted((a, b) => Number(a.isLast) - Number(b.isLast))
        .map(({ branch }) => branch),
    }))
  })
}

const flatTariff = (price: string): Document['trees'][number]['tariff'] => ({
  currency: 'EUR',
  unit: 'kWh',
  versions: [{ validFrom: '2026-01-01', zones: [{ name: 'All', price, hours: [] }] }],
})

const aBudget: NonNullable<Document['trees'][number]['budgets']>[number] = {
  name: 'Year',
  branchId: null,
  planOf: 'cost',
  months: Array.from({ length: 12 }, () => '120.5'),
  tolerancePercent: 5,
  contactIds: [],
}

const anyTrees = (counterIds: readonly number[]): fc.Arbitrary<Document['trees']> => {
  const how = fc.record({ name, pick: fc.nat() })
  const sensor = fc.record({
    name,
    pick: fc.nat(),
    paramPick: fc.nat(),
    kind: fc.constantFrom('energy' as const, 'power' as const),
    multiplier: fc.constantFrom(1, 0.001, -2),
    isMain: fc.boolean(),
  })
  const tree = fc.record({
    name,
    timeZone: fc.constantFrom('UTC', 'Europe/Kyiv'),
    branches: fc.array(how, { maxLength: 5 }),
    sensors: fc.array(sensor, { maxLength: counterIds.length === 0 ? 0 : 4 }),
    price: fc.option(fc.constantFrom('0.25', '-1', '12.00000001')),
  })
  return fc.array(tree, { maxLength: 2 }).map((list) =>
    list.map(({ branches, sensors, price, ...one }, i) => {
      const picks = branches.map(({ pick }) => pick)
      const places = placesOf(picks, 10)
      const mains = new Set<string>()
      return {
        ...one,
        ...(price !== null && { tariff: flatTariff(price), budgets: [aBudget] }),
        ...(price !== null &&
          counterIds[0] !== undefined && {
            degreeDays: { paramId: counterIds[0], kind: 'heating' as const, base: 15 },
          }),
        id: uuidOf(3, i),
        branches: branches.map(({ name: its }, at) => {
          const parent = places[at]?.parent ?? null
          return { id: uuidOf(4, i, at), name: its, ...(parent !== null && { parentBranchId: uuidOf(4, i, parent) }) }
        }),
        sensors: (branches.length === 0 ? [] : sensors).map(({ pick, paramPick, isMain, ...its }, at) => {
          const branchId = uuidOf(4, i, pick % branches.length)
          const isFirst = isMain && !mains.has(branchId)
          if (isFirst) mains.add(branchId)
          const paramId = pickFrom(counterIds, paramPick) ?? 0
          return { ...its, id: uuidOf(5, i, at), branchId, paramId, isMain: isFirst }
        }),
      }
    }),
  )
}

export type Views = Pick<Document, 'dashboards' | 'visualizations' | 'reports' | 'trees'>

/** Arbitrary views; `counterIds` are numeric parameters, `goneIds` deleted ones. */
export const anyViews = (
  paramIds: readonly number[],
  counterIds: readonly number[],
  goneIds: readonly number[],
): fc.Arbitrary<Views> =>
  fc.record({
    dashboards: anyDashboards(paramIds),
    visualizations: anyVisualizations([...paramIds, ...goneIds]),
    reports: anyReports([...counterIds, ...goneIds]),
    trees: anyTrees(counterIds),
  })
