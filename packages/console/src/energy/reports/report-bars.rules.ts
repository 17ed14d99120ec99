import { type BarColumn, type BarSeries, type Bars, branchColours } from '@busbar/charts/bar-model'
import { at } from '@busbar/kit/at'
import type { AnswerOf } from '../../data/api/api-query.ts'

export type ReportData = AnswerOf<'reportFigures', 'data'>
export type ReportBranch = ReportData['branches'][number]

export const numberOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text)

/** Readings without a loss are not worth a sign. */
export const isLoss = ({ reason }: ReportData['setAside'][number]): boolean =>
  reason !== 'spike' && reason !== 'invalid'

/** Columns of a branch, stacked by those right below it that are of its unit. */
export const reportBars = (data: ReportData, root: ReportBranch, now: number): Bars => {
  const below = data.branches.filter(({ parentBranchId }) => parentBranchId === root.branchId)
  const colours = branchColours(below)
  const parts = below.filter(({ unitName }) => unitName === root.unitName)
  const edges = data.edges.map((edge) => Date.parse(edge))
  const asides = data.setAside.filter(isLoss).map(({ on }) => Date.parse(on))
  const series: BarSeries[] = [
    ...parts.map(({ branchId, name }) => ({
      key: branchId,
      name,
      kind: 'branch' as const,
      colour: colours.get(branchId) ?? 0,
    })),
    ...(parts.length === 0 ? [] : [{ key: 'rest', name: '', kind: 'rest' as const, colour: 0 }]),
  ]
  const columns = edges.slice(1).map((till, index): BarColumn => {
    const from = at(edges, index)
    const isRunning = from <= now && now < till
    const passed = isRunning ? (now - from) / (till - from) : 1
    const rest = parts.length === 0 ? [] : [numberOf(root.unmetered?.[index])]
    return {
      from,
      till,
      values: [...parts.map(({ values }) => numberOf(values[index])), ...rest],
      total: numberOf(root.values[index]),
      coverage: from > now ? null : Math.min(1, at(root.coverage, index) / Math.max(passed, 1e-9)),
      isRunning,
      compared: null,
      setAside: asides.filter((on) => on >= from && on < till).length,
    }
  })
  const isUsed = series.map((_, index) => columns.some(({ values }) => (at(values, index) ?? 0) > 0))
  const sums = columns.flatMap(({ values, total }) => [
    total ?? 0,
    values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0),
  ])
  return {
    series: series.filter((_, index) => isUsed[index]),
    columns: columns.map((column) => ({ ...column, values: column.values.filter((_, index) => isUsed[index]) })),
    greatest: sums.reduce((most, sum) => Math.max(most, sum), 0),
  }
}

const hourMs = 3_600_000
const [dayHours, slackHours] = [24, 2]

/** How many hours a day has on which the clocks were set; null of every other segment. */
export const oddHours = (from: number, till: number, isPartial: boolean): number | null => {
  const hours = (till - from) / hourMs
  return !isPartial && hours !== dayHours && Math.abs(hours - dayHours) <= slackHours ? hours : null
}

/** Marks on the scale of a branch, as typed; what is no number has no place on it. */
export const marksOf = ({ borders = '' }: Pick<ReportBranch, 'borders'>): number[] =>
  borders
    .split(',')
    .map((mark) => mark.replaceAll(/\s/g, ''))
    .filter((mark) => mark !== '')
    .map(Number)
    .filter(Number.isFinite)
