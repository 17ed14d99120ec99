import type { Gap } from '@busbar/series'

/** A time in which a device was not read; `till` is the last read that failed, null while it goes on. */
export interface Outage {
  from: number
  till: number | null
}

/** Runs that are nearer are one: the store ends them with the day, and with the reason. */
const outageGapMs = 600_000
/** Once is no outage. */
const pollsMin = 2
/** The device was asked, and its answer was not kept. */
const notRecorded: ReadonlySet<string> = new Set(['OutageBufferFull', 'ServiceStopped', 'RefusedByDatabase'])

/** What is new since a moment: outages that began or ended after it. */
export const newOutages = (gaps: readonly Gap[], lastGoodOn: number | null, since: number): Outage[] => {
  const found: { from: number; till: number; polls: number }[] = []
  for (const { from, till, polls, reason } of gaps.toSorted((a, b) => a.from - b.from)) {
    if (notRecorded.has(reason)) continue
    const before = found.at(-1)
    if (before !== undefined && from - before.till <= outageGapMs) {
      before.till = Math.max(before.till, till)
      before.polls += polls
    } else found.push({ from, till, polls })
  }
  return found
    .filter(({ polls }) => polls >= pollsMin)
    .map(({ from, till }) => ({ from, till: lastGoodOn === null || lastGoodOn <= till ? null : till }))
    .filter(({ from, till }) => from >= since || (till !== null && till >= since))
}
