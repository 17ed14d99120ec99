import type { AnswerOf } from '../api/ask.ts'
import type { ReadingsEvent } from './live-event.ts'

type PolledDevice = AnswerOf<'links', 'statistics'>['devices'][number]

/** The state of a device after it was read, as far as the reading shows it. */
export const polledAfter = (device: PolledDevice, { readOn, error, errors }: ReadingsEvent): PolledDevice => {
  const { lastError: _e, lastErrorOn: _on, failures: _f, backOffTill: _b, ...rest } = device
  const reason = error ?? Object.values(errors ?? {})[0]
  const failed = reason === undefined ? {} : { lastError: reason, lastErrorOn: readOn }
  if (error === undefined) return { ...rest, state: 'ok', lastPollOn: readOn, ...failed }
  return { ...device, lastPollOn: readOn, ...failed }
}

export const isHealthChanged = (before: PolledDevice | undefined, after: PolledDevice): boolean =>
  before !== after && (before?.lastError !== after.lastError || before?.state !== after.state)
