import { at } from '@busbar/kit'
import { type Field, fieldsOf, headBytes, NotProtobuf, varintBytes, writeHead, writeVarint } from './protobuf.ts'
import type { Labels, Series } from './series.ts'

/** How a label must be: `=`, `!=`, `=~`, `!~`. */
export type MatcherKind = 'equal' | 'unequal' | 'like' | 'unlike'
export interface Matcher {
  kind: MatcherKind
  name: string
  value: string
}

/** A query for a span, both ends included. */
export interface ReadQuery {
  from: number
  till: number
  matchers: Matcher[]
}

const matcherKinds: readonly MatcherKind[] = ['equal', 'unequal', 'like', 'unlike']
/** Years that readings can be of. Prometheus asks from the least to the greatest number where it means all. */
const [timeMin, timeMax] = [0, Date.UTC(3000, 0, 1)]
const text = new TextDecoder('utf-8', { fatal: true })

/** The queries of a request to read, or `NotProtobuf`. */
export const readQueries = (request: Uint8Array): ReadQuery[] =>
  fieldsOf(request)
    .filter(({ no }) => no === 1)
    .map((field) => queryOf(fieldsOf(bytesOf(field))))

const queryOf = (fields: readonly Field[]): ReadQuery => {
  const time = (no: number): number => {
    const value = fields.findLast((field) => field.no === no)?.value ?? 0n
    if (typeof value !== 'bigint') throw new NotProtobuf('a time is no number')
    return Math.max(timeMin, Math.min(timeMax, Number(BigInt.asIntN(64, value))))
  }
  const matchers = fields.filter(({ no }) => no === 3).map((field) => matcherOf(fieldsOf(bytesOf(field))))
  return { from: time(1), till: time(2), matchers }
}

const matcherOf = (fields: readonly Field[]): Matcher => {
  const found = (no: number): Field | undefined => fields.findLast((field) => field.no === no)
  const kind = matcherKinds[Number(found(1)?.value ?? 0n)]
  if (kind === undefined) throw new NotProtobuf('unknown matcher type')
  const textAt = (no: number): string => {
    const field = found(no)
    return field === undefined ? '' : textOf(bytesOf(field))
  }
  return { kind, name: textAt(2), value: textAt(3) }
}

const bytesOf = ({ no, value }: Field): Uint8Array => {
  if (typeof value === 'bigint') throw new NotProtobuf(`field ${no} is a number`)
  return value
}

const textOf = (bytes: Uint8Array): string => {
  try {
    return text.decode(bytes)
  } catch (cause) {
    throw new NotProtobuf('a text is not UTF-8', { cause })
  }
}

/** A request to write: series one after the other. */
export const writeRequest = (series: readonly Series[]): Uint8Array => Buffer.concat(series.map(seriesField))

/** The head of an answer to a query whose series, as `seriesField` makes them, have so many bytes together. */
export const resultHead = (bytes: number): Uint8Array => {
  const head = new Uint8Array(headBytes(bytes))
  writeHead(head, 0, 1, bytes)
  return head
}

const staleMarker = Uint8Array.from([2, 0, 0, 0, 0, 0, 0xf0, 0x7f])

/** A series as field 1, as in write requests and query results. */
export const seriesField = ({ labels, times, values }: Series): Uint8Array => {
  const labelBytes = labelFields(labels)
  let samplesBytes = 0
  for (const time of times) samplesBytes += headBytes(sampleBytes(time)) + sampleBytes(time)
  const bytes = labelBytes.length + samplesBytes
  const output = new Uint8Array(headBytes(bytes) + bytes)
  const view = new DataView(output.buffer)
  let offset = writeHead(output, 0, 1, bytes)
  output.set(labelBytes, offset)
  offset += labelBytes.length
  for (let index = 0; index < times.length; index += 1) {
    const [time, value] = [at(times, index), at(values, index)]
    offset = writeHead(output, offset, 2, sampleBytes(time))
    output[offset] = 0x09
    // As a number it would arrive as any NaN, not as this one.
    if (Number.isNaN(value)) output.set(staleMarker, offset + 1)
    else view.setFloat64(offset + 1, value, true)
    output[offset + 9] = 0x10
    offset = writeVarint(output, offset + 10, time)
  }
  return output
}

/** A double, a time, and the number of each. */
const sampleBytes = (time: number): number => 10 + varintBytes(time)

/** Labels sorted by name, as Prometheus requires; empty ones are omitted. */
const labelFields = (labels: Labels): Uint8Array => {
  const encode = (value: string): Uint8Array => Buffer.from(value)
  const fields = Object.entries(labels)
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const label = Buffer.concat([lengthField(1, encode(name)), lengthField(2, encode(value))])
      return lengthField(1, label)
    })
  return Buffer.concat(fields)
}

const lengthField = (no: number, bytes: Uint8Array): Uint8Array => {
  const output = new Uint8Array(headBytes(bytes.length) + bytes.length)
  output.set(bytes, writeHead(output, 0, no, bytes.length))
  return output
}
