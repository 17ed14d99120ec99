import { readable } from '../language/parse/escape.rules.ts'
import { numberText } from '../running/format.rules.ts'
import type { Cell, Column, LogFormat } from './column.ts'
import { dat } from './dat.ts'
import type { TasksLogging } from './settings.ts'

const lineEnd = '\r\n'

/** Quoted where it would be read as something else (RFC 4180). */
const quoted = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const namesOf = ({ name, length }: Column): string[] =>
  length === null ? [name] : Array.from({ length }, (_, at) => `${name}[${at}]`)

/** What a device does not know is left empty. */
const textsOf = (cell: Cell, { type }: Column): string[] =>
  typeof cell === 'string'
    ? [readable(cell)]
    : cell.map((value) => (Number.isFinite(value) ? numberText(value, null, type === 'F64' ? 64 : 32) : ''))

/** Local time for people; a value in each column, an array in as many as it has. */
const csv = (separator: ';' | ',' | '\t', hasHeader: boolean): LogFormat => {
  const line = (texts: readonly string[]): Buffer =>
    Buffer.from(texts.map((text) => quoted(text, separator)).join(separator) + lineEnd)
  return {
    extension: 'CSV',
    header: (columns) => (hasHeader ? line(['time', ...columns.flatMap(namesOf)]) : new Uint8Array()),
    record: (columns, { local, cells }) =>
      line([local.toISOString().slice(0, 23), ...columns.flatMap((column, at) => textsOf(cells[at] ?? [], column))]),
  }
}

/** By the setting's number. */
export const formats: Readonly<Record<Exclude<TasksLogging['format'], null>, LogFormat>> = {
  1: dat,
  2: csv(';', true),
  3: csv(',', true),
  4: csv('\t', true),
  5: csv(';', false),
  6: csv(',', false),
  7: csv('\t', false),
}
