import { setImmediate } from 'node:timers/promises'
import type { Queries } from '@busbar/database'
import { at } from '@busbar/kit'
import type { History } from '@busbar/readings'
import type { Slice } from '@busbar/readings/history'
import { Refusal } from '@busbar/wire/server'
import { type ExportFormat, exportRowsMax } from './export.contract.ts'
import { countStored, type ExportedParam, exportedParams, firstStoredDay } from './export.sql.ts'
import { type ExportedReading, gapLine, jsonLine, protocolLine } from './lines.rules.ts'

export interface ExportRequest {
  orgId: number
  format: ExportFormat
  paramIds: readonly number[] | null
  deviceIds: readonly number[] | null
  from: number
  till: number
}

/** Parameters that are read in parallel: a day of each is in memory. */
const paramsAtOnce = 20
const stretchMs = 31 * 86_400_000
/** Lines that are formatted before other work gets its turn. */
const rowsAtOnce = 2000

/** Returns the selected parameters, or refuses more than one file can contain. */
export const plannedExport = async (sql: Queries, request: ExportRequest): Promise<ExportedParam[]> => {
  const params = await exportedParams(sql, request.orgId, request.paramIds, request.deviceIds)
  const ids = params.map(({ id }) => id)
  if ((await countStored(sql, request.orgId, ids, request.from, request.till)) > exportRowsMax) {
    const limit = exportRowsMax.toLocaleString('en')
    throw new Refusal(
      'IncorrectRequest',
      `There are more than ${limit} readings: ask for fewer parameters or a shorter span.`,
    )
  }
  return params
}

/** The file in pieces, as the reader takes them. Parameters come some at a time, each stretch of time by itself. */
export async function* exportReadings(
  { sql, history }: { sql: Queries; history: History },
  params: readonly ExportedParam[],
  { orgId, format, from, till }: ExportRequest,
): AsyncGenerator<string | Uint8Array> {
  const parquet = format === 'parquet' ? new (await import('./parquet.ts')).ParquetRows() : null
  let rows = 0
  for (let first = 0; first < params.length; first += paramsAtOnce) {
    const batch = params.slice(first, first + paramsAtOnce)
    const ids = batch.map(({ id }) => id)
    for await (const slice of history.stream(orgId, ids, from, till)) {
      for (const piece of pieces(slice, batch)) {
        rows += piece.length
        for (const [param, reading] of parquet === null ? [] : piece) parquet?.add(param.id, reading)
        const lineOf = format === 'jsonl' ? jsonLine : protocolLine
        const written = parquet?.take() ?? piece.map(([param, reading]) => lineOf(param, reading)).join('')
        if (written.length > 0) yield written
        await setImmediate()
      }
    }
    if (format === 'jsonl') yield* gapsOf(sql, history, batch, { orgId, from, till })
  }
  if (parquet !== null) {
    parquet.finish()
    yield parquet.take()
  } else yield format === 'jsonl' ? `{"end":true,"rows":${rows}}\n` : `# end rows=${rows}\n`
}

type Row = [param: ExportedParam, reading: ExportedReading]

/** The readings of a slice, some at a time, by parameter. */
function* pieces({ times, columns }: Slice, params: readonly ExportedParam[]): Generator<Row[]> {
  let piece: Row[] = []
  for (const [index, param] of params.entries()) {
    const { values, texts } = at(columns, index)
    for (let row = 0; row < times.length; row += 1) {
      const time = at(times, row)
      const value = at(values, row)
      const text = texts.get(time)
      if (text === undefined && Number.isNaN(value)) continue
      piece.push([param, { time, value, text }])
      if (piece.length < rowsAtOnce) continue
      yield piece
      piece = []
    }
  }
  if (piece.length > 0) yield piece
}

/** Readings that are not stored as chunks yet are of the last hours. */
const hotMs = 2 * 86_400_000

async function* gapsOf(
  sql: Queries,
  history: History,
  params: readonly ExportedParam[],
  { orgId, from, till }: { orgId: number; from: number; till: number },
): AsyncGenerator<string> {
  const ids = params.map(({ id }) => id)
  const first = Math.max(from, (await firstStoredDay(sql, orgId, ids)) ?? till - hotMs)
  for (let begins = first; begins <= till; begins += stretchMs) {
    const all = await history.gaps(orgId, ids, begins, Math.min(till, begins + stretchMs - 1))
    // A run that began before belongs to the stretch before, but to the first.
    const isFirst = begins === first
    const lines = all.flatMap((gaps, index) => {
      const param = params[index]
      if (param === undefined) return []
      return gaps.filter((gap) => isFirst || gap.from >= begins).map((gap) => gapLine(param, gap))
    })
    if (lines.length > 0) yield lines.join('')
  }
}
