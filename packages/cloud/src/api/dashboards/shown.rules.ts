import { readerOf } from '../../readings/recording/last-values.ts'
import { isoTime } from '../readings/format/iso-time.ts'
import type { LightRow } from './dashboards.sql.ts'

/** Last values in the order of the widgets. A text is no number, so it has a time alone. */
export const shownLight = (rows: readonly LightRow[]) =>
  rows
    .flatMap((row) => {
      const reading = readerOf(row)
      return row.widgets.map(({ paramId, position }) => ({ paramId, position, last: reading(paramId).last }))
    })
    .toSorted((a, b) => a.position - b.position || a.paramId - b.paramId)
    .map(({ paramId, last }) => ({
      paramId,
      ...(last?.number != null && { lastValue: last.number }),
      ...(last !== null && { lastReadOn: isoTime(last.readOn) }),
    }))
