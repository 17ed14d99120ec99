import type { AnswerOf } from '../api/api-query.ts'
import type { ReadingsEvent } from './live-feed.ts'

export type PolledDevice = AnswerOf<'links', 'statistics'>['devices'][number]
type DeviceTrouble = NonNullable<PolledDevice['trouble']>

/** The state of a device after it was read, as far as the reading shows it. */
export const polledAfter = (device: PolledDevice, event: ReadingsEvent): PolledDevice => {
  const { readOn, error, errors } = event
  const { lastError: _e, lastErrorOn: _on, failures: _f, backOffTill: _b, trouble: _t, ...rest } = device
  const reason = error ?? Object.values(errors ?? {})[0]
  const failed = reason === undefined ? {} : { lastError: reason, lastErrorOn: readOn }
  if (Object.keys(event.values).length > 0)
    return { ...rest, state: 'ok', lastPollOn: readOn, lastGoodReadOn: readOn, ...failed }
  if (reason === undefined) return { ...device, lastPollOn: readOn }
  return { ...device, lastPollOn: readOn, ...failed, trouble: troubleAfter(device, reason) }
}

/** Returns the trouble that an event implies; details follow with the next request. */
const troubleAfter = ({ trouble, lastGoodReadOn }: PolledDevice, reason: string): DeviceTrouble => {
  const since = trouble?.since ?? lastGoodReadOn
  const kind = trouble?.kind ?? (reason === 'NoConnection' ? 'link-down' : 'no-answer')
  return { kind, reason, ...(since !== undefined && { since }) }
}

export const isHealthChanged = (before: PolledDevice | undefined, after: PolledDevice): boolean =>
  before !== after &&
  (before === undefined ||
    before.lastError !== after.lastError ||
    before.state !== after.state ||
    (before.trouble === undefined) !== (after.trouble === undefined))
