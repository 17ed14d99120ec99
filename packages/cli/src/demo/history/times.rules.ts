const minuteMs = 60_000
const dayMs = 86_400_000
const coarseMs = 5 * minuteMs

/** Moments of the last days, always the same time apart. */
export const everyMs = (stepMs: number, now: number, days: number): Float64Array => {
  const first = Math.ceil((now - days * dayMs) / stepMs)
  return Float64Array.from({ length: Math.floor(now / stepMs) - first + 1 }, (_, n) => (first + n) * stepMs)
}

/** When the past was measured: every five minutes, and every minute of the last day. */
export const pastTimes = (now: number, days: number): Float64Array => {
  const times: number[] = []
  const fineFrom = now - dayMs
  const at = (time: number, stepMs: number): number => Math.ceil(time / stepMs) * stepMs
  for (let time = at(now - days * dayMs, coarseMs); time < fineFrom; time += coarseMs) times.push(time)
  for (let time = at(fineFrom, minuteMs); time <= now; time += minuteMs) times.push(time)
  return Float64Array.from(times)
}
