import type { Poll } from '@busbar/readings'
import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'

/** A number where a double holds it exactly, a text otherwise; null is a gap. */
export type PublishedValue = number | string | null

/** Values of a poll by slug, and reasons for missing ones. */
export interface PublishedPoll {
  t: string
  values: ReadonlyMap<ConnectedParam, PublishedValue>
  errors: ReadonlyMap<string, string>
  /** Anything was read at all. */
  hasValue: boolean
}

/** Values as the broker gets them: of an enumeration the text, where there is one. */
export const shownValue = (param: ConnectedParam, value: number | null, text: string | undefined): PublishedValue => {
  if (text !== undefined) return text
  if (value === null || Number.isNaN(value)) return null
  return param.labels?.[String(value)] ?? value
}

export const publishedPoll = (device: ConnectedDevice, poll: Poll): PublishedPoll => {
  const values = new Map<ConnectedParam, PublishedValue>()
  const errors = new Map<string, string>()
  for (const [place, { id }] of poll.params.entries()) {
    const param = device.params.get(id)
    if (param === undefined) continue
    const value = shownValue(param, poll.values[place] ?? null, poll.texts?.get(place))
    values.set(param, value)
    const error = typeof poll.errors === 'string' ? poll.errors : poll.errors?.get(place)
    if (value === null) errors.set(param.slug, error ?? 'NoValue')
  }
  const hasValue = [...values.values()].some((value) => value !== null)
  return { t: new Date(poll.readOn).toISOString(), values, errors, hasValue }
}

/**
 * Message for a whole poll. Our own names begin with `$`, which no slug does; a parameter named `t` is hidden by ours.
 */
export const deviceText = ({ t, values, errors }: PublishedPoll): string => {
  const fields = Object.fromEntries([...values].map(([{ slug }, value]) => [slug, value]))
  return JSON.stringify({ ...fields, t, ...(errors.size > 0 && { $errors: Object.fromEntries(errors) }) })
}

/** Message for a single value. */
export const paramText = ({ t, errors }: PublishedPoll, { slug, unit }: ConnectedParam, v: PublishedValue): string =>
  JSON.stringify(v === null ? { v, e: errors.get(slug), t } : { v, t, ...(unit !== null && { unit }) })
