import { plainNumber } from '@busbar/kit'
import type { Gap } from '@busbar/series/gaps'
import type { ExportedParam } from './export.sql.ts'

/** A reading: a number, or a text value, or a number with more digits than a double has, as text. */
export interface ExportedReading {
  time: number
  value: number
  text: string | undefined
}

const digits = /^-?\d+(\.\d+)?$/

/** A line of JSON. Numbers that a double does not hold are texts. */
export const jsonLine = ({ id }: ExportedParam, { time, value, text }: ExportedReading): string =>
  `{"t":"${new Date(time).toISOString()}","p":${id},"v":${text === undefined ? plainNumber(value) : JSON.stringify(text)}}\n`

export const gapLine = ({ id }: ExportedParam, { from, till, reason }: Gap): string =>
  `{"t":"${new Date(from).toISOString()}","till":"${new Date(till).toISOString()}","p":${id},"e":${JSON.stringify(reason)}}\n`

/** A line of InfluxDB's protocol. Slugs need no escapes; times are nanoseconds. */
export const protocolLine = (param: ExportedParam, { time, value, text }: ExportedReading): string => {
  const { slug, deviceSlug, netSlug, valueType } = param
  const isText = text !== undefined && (valueType === 'string' || !digits.test(text))
  const field = isText
    ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', ' ')}"`
    : (text ?? plainNumber(value))
  return `busbar,device=${deviceSlug},net=${netSlug} ${slug}=${field} ${Math.round(time)}000000\n`
}
