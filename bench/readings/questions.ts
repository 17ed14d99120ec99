import { percentile } from '../kit/percentile.ts'
import { longParams } from './year.ts'

const dayMs = 86_400_000
export const points = 1000
export const newest = 1000

/** A query and its target time. Spans end now unless stated otherwise. */
export interface Question {
  name: string
  kind: 'last' | 'dashboard' | 'newest' | 'dispersed' | 'figures' | 'extremes' | 'on-time'
  days: number
  /** How long before now the span ends. */
  agoMs: number
  wantedMs: number
  /** Steps of so many hours that begin with one, as charts ask for; else a thousand that begin anywhere. */
  stepHours?: number
}

/** `wantedMs`: nothing hot 1 ms; with today's polls 4; a month, and a hundred parameters at an instant, 5; a year 30;
 * least, mean and greatest may take half as much again. */
export const questionsOf = (days: number): Question[] => {
  const past = 2 * dayMs
  return [
    { name: 'last-readings of 100', kind: 'last', days: 0, agoMs: 0, wantedMs: 1 },
    { name: 'dashboard-data', kind: 'dashboard', days: 1, agoMs: 0, wantedMs: 4 },
    { name: 'get, newest 1000', kind: 'newest', days, agoMs: 0, wantedMs: 4 },
    { name: 'get, 1000 before two days ago', kind: 'newest', days: 1, agoMs: past, wantedMs: 1 },
    { name: 'dispersed, 1000 over a day', kind: 'dispersed', days: 1, agoMs: 0, wantedMs: 4 },
    { name: 'dispersed, 1000 over a past day', kind: 'dispersed', days: 1, agoMs: past, wantedMs: 1 },
    { name: 'dispersed, 1000 over 30 days', kind: 'dispersed', days: 30, agoMs: 0, wantedMs: 5 },
    { name: `dispersed, 1000 over ${days} days`, kind: 'dispersed', days, agoMs: 0, wantedMs: 30 },
    { name: 'min-mean-max, 1000 over a day', kind: 'figures', days: 1, agoMs: 0, wantedMs: 6 },
    { name: 'min-mean-max, 1000 over 30 days', kind: 'figures', days: 30, agoMs: 0, wantedMs: 8 },
    {
      name: `min-mean-max, each 12 hours of ${days} days`,
      kind: 'figures',
      days,
      agoMs: 0,
      stepHours: 12,
      wantedMs: 30,
    },
    { name: 'min-max-range, 30 days', kind: 'extremes', days: 30, agoMs: 0, wantedMs: 4 },
    { name: `min-max-range, ${days} days`, kind: 'extremes', days, agoMs: 0, wantedMs: 30 },
    { name: 'readings-on-time for 100, now', kind: 'on-time', days: 0, agoMs: 0, wantedMs: 5 },
    { name: 'readings-on-time for 100, two days ago', kind: 'on-time', days: 0, agoMs: past, wantedMs: 5 },
  ]
}

/** The question's span, a little elsewhere each time, and its parameter, another each time. */
export const askOf = ({ days, agoMs, stepHours }: Question, now: number, turn: number) => {
  const stepMs = stepHours === undefined ? 1 : stepHours * 3_600_000
  const till = Math.floor((now - agoMs - (turn % 50) * 60_000) / stepMs) * stepMs
  return {
    paramId: longParams[turn % longParams.length] ?? 0,
    from: till - days * dayMs,
    till,
    segments: stepHours === undefined ? points : (days * 24) / stepHours,
  }
}

export interface Timing {
  medianMs: number
  p99Ms: number
}

/** Readings are cached from the second query of a parameter on. */
const warmUpMin = 2 * longParams.length

/** Asks again and again, one after the other; the first times warm up. */
export const timeAll = async (times: number, ask: (turn: number) => Promise<unknown>): Promise<Timing> => {
  const warmUp = Math.max(warmUpMin, Math.ceil(times / 5))
  const tookMs: number[] = []
  for (let turn = 0; turn < warmUp + times; turn += 1) {
    const startedAt = performance.now()
    await ask(turn)
    if (turn >= warmUp) tookMs.push(performance.now() - startedAt)
  }
  return { medianMs: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99) }
}

/** An answer that is not what was loaded would be quick for nothing. */
export const mustBe = (question: Question, what: string, found: number, least: number): void => {
  if (found < least) throw new Error(`${question.name}: ${found} ${what}, not ${least}`)
}
