import { decimalText } from '../plan/fields.ts'
import { type ImportedReading, type LineReader, type RefusedLine, valueOf } from './found.ts'
import type { Precision } from './precisions.ts'

const perMs: Readonly<Record<Precision, number>> = { ns: 1e6, us: 1e3, ms: 1, s: 1e-3 }

/** Reads lines of InfluxDB's protocol. A field is called `measurement,tag=value:field`, with tags as they stand there. */
export const protocolReader =
  (precision: Precision): LineReader =>
  (line, number) => {
    // `influx_inspect export` says first into which database its lines belong.
    if (line.trim() === '' || line.startsWith('#') || line.startsWith('CREATE DATABASE ')) return []
    const parts = partsOf(line.trim())
    const refuse = (reason: string): RefusedLine[] => [{ line: number, reason }]
    if (parts === null) return refuse('it is no line of the protocol')
    const [series, fields, stamp] = parts
    if (stamp === undefined || !/^-?\d{1,19}$/.test(stamp)) return refuse('it has no time')
    const time = Math.round(Number(BigInt(stamp)) / perMs[precision])
    const found = fieldsOf(fields)
    if (found === null) return refuse('its fields cannot be read')
    const prefix = unescaped(series)
    // A field that is repeated shares one name: names of a long series would have to be compared character by character.
    const names = new Map<string, string>()
    const nameOf = (field: string): string => {
      const name = names.get(field) ?? `${prefix}:${unescaped(field)}`
      names.set(field, name)
      return name
    }
    return found.map(([field, text]): ImportedReading | RefusedLine => {
      const value = fieldValue(text)
      return value === undefined
        ? { line: number, reason: `${field}: "${text.slice(0, 40)}" is no value` }
        : { name: nameOf(field), time, value }
    })
  }

/** Measurement with tags, fields, and the time where there is one. Spaces may be escaped, or stand in a text. */
const partsOf = (line: string): [series: string, fields: string, stamp: string | undefined] | null => {
  const ends: number[] = []
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '"' && ends.length > 0) isQuoted = !isQuoted
    else if (line[at] === ' ' && !isQuoted) ends.push(at)
  }
  const [first, second] = ends
  if (first === undefined || isQuoted || ends.length > 2) return null
  return [
    line.slice(0, first),
    line.slice(first + 1, second),
    second === undefined ? undefined : line.slice(second + 1),
  ]
}

const fieldsOf = (text: string): [name: string, value: string][] | null => {
  const found: [string, string][] = []
  const form = /((?:\\.|[^\\,=])+)=("(?:\\.|[^"\\])*"|[^,"]+)(,|$)/y
  while (form.lastIndex < text.length) {
    const match = form.exec(text)
    if (match === null) return null
    found.push([match[1] ?? '', match[2] ?? ''])
  }
  return found.length === 0 ? null : found
}

/** A text, a decimal, or null for one that is none; undefined where it is no value at all. */
const fieldValue = (text: string): string | null | undefined => {
  if (text.startsWith('"')) return valueOf(text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1'))
  if (/^(?:t|true|f|false)$/i.test(text)) return /^t/i.test(text) ? '1' : '0'
  if (/^-?\d+[iu]$/.test(text)) return text.slice(0, -1)
  if (/^nan$/i.test(text)) return null
  return decimalText(text) ?? undefined
}

const unescaped = (text: string): string => text.replaceAll(/\\([ ,=])/g, '$1')
