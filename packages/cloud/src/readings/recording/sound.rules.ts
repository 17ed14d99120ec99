import type { Poll } from '../poll.ts'

/** A number that is none is a gap with that as its reason, as a device's own are. */
export const soundPoll = (poll: Poll): Poll => {
  const { values, errors } = poll
  if (values.every((value) => value === null || Number.isFinite(value))) return poll
  const reasons = new Map<number, string>()
  if (typeof errors === 'string') values.forEach((value, i) => void (value === null && reasons.set(i, errors)))
  else for (const [i, reason] of errors ?? []) reasons.set(i, reason)
  const sound = values.map((value, i) => {
    if (value === null || Number.isFinite(value)) return value
    reasons.set(i, Number.isNaN(value) ? 'not-a-number' : 'infinite')
    return null
  })
  return { ...poll, values: sound, errors: reasons }
}
