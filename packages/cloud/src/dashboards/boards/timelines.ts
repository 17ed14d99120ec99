import { at, plainNumber } from '@busbar/kit'
import { isoTime } from '../../fields/iso-time.ts'
import { shareOfTally, tallyOf } from '../../history/links/availability.rules.ts'
import { countedDevices } from '../../history/links/availability.sql.ts'
import type { DashboardCall } from '../needs.ts'
import type { Widget } from '../widgets.contract.ts'
import { deviceIdOf } from './board-contents.ts'

type TimelineSettings = Extract<Widget, { kind: 'timeline' }>['settings']
type StateSource = Extract<TimelineSettings['source'], { kind: 'states' }>
type Tone = StateSource['states'][number]['tone']

const dayMs = 86_400_000
const stepCount = 48
const ranks: Readonly<Record<Tone, number>> = { on: 1, off: 2, warning: 3, critical: 4 }

export interface Timeline {
  share: number | null
  steps: { from: string; state: string | null; onShare?: number }[]
}

/** Null where there is nothing to look at. */
export const readTimeline = async (
  call: DashboardCall<'member' | 'share'>,
  { source, days }: TimelineSettings,
  paramId: number | null,
  viewedDeviceId: number | null,
): Promise<Timeline | null> => {
  const till = call.now().getTime()
  const span = { from: till - days * dayMs, till, count: stepCount }
  if (source.kind === 'states') return paramId === null ? null : statesIn(call, paramId, source, span)
  const deviceId = deviceIdOf(source.device, viewedDeviceId)
  return deviceId === null ? null : availabilityIn(call, deviceId, span)
}

interface Span {
  from: number
  till: number
  count: number
}

const stepStart = ({ from, till, count }: Span, step: number): string => isoTime(from + ((till - from) * step) / count)

interface TimelineStep {
  worst: string | null
  on: number
  read: number
}

/**
 * Returns the worst state of each step, so that a short fault is visible among hours, and the share of time in the on
 * state. Uptime counts readings. One day is read at a time.
 */
const statesIn = async (
  { history, orgId }: DashboardCall<'member' | 'share'>,
  paramId: number,
  { states }: StateSource,
  span: Span,
): Promise<Timeline> => {
  const tones = new Map(states.map(({ value, tone }) => [value, tone]))
  const rankOf = (state: string): number => ranks[tones.get(state) ?? 'off']
  const steps = Array.from({ length: span.count }, (): TimelineStep => ({ worst: null, on: 0, read: 0 }))
  const texts = new Map<number, string>()
  for (let from = span.from; from < span.till; from += dayMs) {
    const { times, values } = await history.raw(orgId, paramId, from, Math.min(span.till, from + dayMs) - 1)
    for (const [index, time] of times.entries()) {
      const value = at(values, index)
      const state = texts.get(value) ?? plainNumber(value)
      texts.set(value, state)
      const stepIndex = Math.min(
        span.count - 1,
        Math.floor(((time - span.from) * span.count) / (span.till - span.from)),
      )
      const step = steps[stepIndex]
      if (step === undefined) continue
      step.read += 1
      if (tones.get(state) === 'on') step.on += 1
      if (step.worst === null || rankOf(state) > rankOf(step.worst)) step.worst = state
    }
  }
  return {
    share: shareOn(
      steps.reduce((sum, { on }) => sum + on, 0),
      steps.reduce((sum, { read }) => sum + read, 0),
    ),
    steps: steps.map(({ worst, on, read }, step) => {
      const onShare = shareOn(on, read)
      return { from: stepStart(span, step), state: worst, ...(onShare !== null && { onShare }) }
    }),
  }
}

const shareOn = (on: number, read: number): number | null => (read === 0 ? null : on / read)

const availabilityIn = async (
  { db, history, orgId }: DashboardCall<'member' | 'share'>,
  deviceId: number,
  span: Span,
): Promise<Timeline> => {
  const [device] = await countedDevices(db.reading.sql, orgId, { deviceId }, 1)
  const none = {
    share: null,
    steps: Array.from({ length: span.count }, (_, step) => ({ from: stepStart(span, step), state: null })),
  }
  if (device?.paramId == null) return none
  const [counted] = await history.counts(orgId, [device.paramId], span.from, span.till, span.count)
  if (counted === undefined) return none
  const tally = tallyOf(counted.read, counted.gaps, span)
  const stateOf = (read: number, isFailed: boolean): string | null => {
    if (read === 0) return isFailed ? 'failed' : null
    return isFailed ? 'part' : 'read'
  }
  return {
    share: shareOfTally(tally),
    steps: tally.read.map((read, step) => ({
      from: stepStart(span, step),
      state: stateOf(read, at(tally.failed, step).size > 0),
    })),
  }
}
