import { type SpanName, spans } from '@busbar/charts/window'
import { type KioskSearch, kioskSearch } from '../data/state/kiosk.rules.ts'
import { type ChartSearch, chartSearch } from '../readings/charts/search.rules.ts'

/** What part of time the charts of a board show; a day if nothing is said. */
export type BoardTime = Pick<ChartSearch, 'span' | 'from' | 'till' | 'zone'>

/** What the address says of a board that is looked at. */
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
