import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Tone } from '../../ui/feedback/state-mark.tsx'
import type { PolledDevice } from './trouble.rules.ts'

export type ParamState = AnswerOf<'values', 'lastStates'>[string]

/** How good the last value of a parameter is. */
export type Quality = 'good' | 'stale' | 'failed' | 'none' | 'never' | 'untracked' | 'off'

export const qualityTones: Readonly<Record<Quality, Tone>> = {
  good: 'ok',
  stale: 'unknown',
  failed: 'unknown',
  none: 'muted',
  never: 'unknown',
  untracked: 'muted',
  off: 'muted',
}

export interface Reading {
  isTracked: boolean
  updatePeriodSec: number
  /** How reading of its device goes; undefined until that is known. */
  device: Pick<PolledDevice, 'trouble' | 'lastGoodReadOn'> | undefined
}

/** A value is old when so many times it could have been read were missed, and a little more. */
const missedMax = 3
const spareMs = 10_000

/** A failure counts only without a later good reading. A device that reports a missing value has not failed. */
export const qualityOf = ({ readOn, error }: ParamState, reading: Reading, now: number): Quality => {
  const { trouble, lastGoodReadOn } = reading.device ?? {}
  if (trouble?.kind === 'paused') return 'off'
  if (error !== undefined && (readOn === undefined || Date.parse(error.on) > Date.parse(readOn)))
    return error.reason === 'NoValue' ? 'none' : 'failed'
  if (!reading.isTracked) return 'untracked'
  if (readOn === undefined) return trouble === undefined ? 'never' : 'failed'
  if (trouble !== undefined) return 'failed'
  const periodMs = reading.updatePeriodSec * 1000
  // The device was read since, and this value was not.
  if (lastGoodReadOn !== undefined && Date.parse(lastGoodReadOn) - Date.parse(readOn) > 1.5 * periodMs) return 'stale'
  return now - Date.parse(readOn) > missedMax * periodMs + spareMs ? 'stale' : 'good'
}

/** Returns true for a value that should exist and does not. */
export const isAbnormal = (quality: Quality): boolean => qualityTones[quality] === 'unknown'

/** Only what is fresh is shown as the present; all else is shown with its age. */
export const isFresh = (quality: Quality): boolean => quality === 'good'

/** A value that was read back after a write. */
export interface ReadBack {
  value: string
  formattedValue: string
  readOn: string
}

/** The newer one of what was polled and what was read back. */
export const withReadBack = (state: ParamState, readBack: ReadBack | undefined): ParamState => {
  const { readOn = '', error } = state
  if (readBack === undefined || readBack.readOn < readOn) return state
  return { ...readBack, ...(error !== undefined && error.on > readBack.readOn && { error }) }
}
