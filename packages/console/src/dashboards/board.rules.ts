import { type SpanName, spans } from '@busbar/charts/window'
import { type KioskSearch, kioskSearch } from '../data/state/kiosk.rules.ts'
import { type ChartSearch, chartSearch } from '../readings/charts/search.rules.ts'

/** Time range of the charts of a dashboard; a day by default. */
export type BoardTime = Pick<ChartSearch, 'span' | 'from' | 'till' | 'zone'>

/** Search parameters of a dashboard. */
export interface BoardSearch extends KioskSearch, BoardTime {
  /** The device of a board for any device of a template. */
  device?: number
  edit?: true
}

const isName = (span: unknown): span is SpanName => typeof span === 'string' && Object.hasOwn(spans, span)

const timeOf = (search: Record<string, unknown>): BoardTime => {
  // Addresses that were kept may name a span.
  const normalized = isName(search['span']) ? { ...search, span: spans[search['span']] / 1000 } : search
  const { span, from, till, zone } = chartSearch(normalized)
  return {
    ...(span !== undefined && { span }),
    ...(from !== undefined && { from }),
    ...(till !== undefined && { till }),
    ...(zone !== undefined && { zone }),
  }
}

/** Takes what makes sense, and leaves out the rest. */
export const boardSearch = ({ device, edit, ...rest }: Record<string, unknown>): BoardSearch => ({
  ...timeOf(rest),
  ...(typeof device === 'number' && Number.isSafeInteger(device) && device > 0 && { device }),
  ...(edit === true && { edit }),
  ...kioskSearch(rest),
})

/** A list with the item at `from` put at `to`; the others keep their order. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const item = list[from]
  if (item === undefined) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item)
}

/** Returns the new index of an item after a key; null for other keys. */
export const indexAfterKey = (key: string, at: number, count: number): number | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1)
}
