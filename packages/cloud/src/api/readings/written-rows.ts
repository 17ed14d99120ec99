import { setImmediate as pause } from 'node:timers/promises'
import { JsonText } from '@busbar/wire/server'
import { isoTime } from './iso-time.ts'

/** To write so many takes some milliseconds; then others have a turn. */
const cellsAtOnce = 4000

/** Rows of a chart as JSON, each with its time. A hundred thousand figures in one go would hold up everybody's writes. */
export const writtenRows = async <Value>(
  rows: readonly [on: number, values: readonly (Value | null)[]][],
  show: (value: Value) => unknown,
): Promise<JsonText> => {
  const rowsAtOnce = Math.ceil(cellsAtOnce / (1 + (rows[0]?.[1].length ?? 0)))
  const parts: string[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    if (at > 0) await pause()
    const some = rows.slice(at, at + rowsAtOnce).map(([on, values]) => {
      const shown = values.map((value) => (value === null ? null : show(value)))
      return JSON.stringify([isoTime(on), shown])
    })
    parts.push(some.join())
  }
  return new JsonText(`[${parts.join()}]`)
}
