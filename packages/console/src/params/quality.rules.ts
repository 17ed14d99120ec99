import type { AnswerOf } from '../api/ask.ts'
import type { Tone } from '../ui/feedback/state-mark.tsx'

export type ParamState = AnswerOf<'values', 'lastStates'>[string]

/** How good the last value of a parameter is. */
export type Quality = 'good' | 'stale' | 'failed' | 'none' | 'never' | 'untracked' | 'off'

export const qualityTones: Readonly<Record<Quality, Tone>> = {
  good: 'ok',
  stale: 'warn',
  failed: 'fault',
  none: 'off',
  never: 'off',
  untracked: 'off',
  off: 'off',
}

export interface Reading {
  isTracked: boolean
  /** The device is switched off. */
  isOff: boolean
  updatePeriodSec: number
}

/** A value is old when so many times it could have been read were missed, and a little more. */
const missedMax = 3
const spareMs = 10_000

/** A failure counts only if no good reading came after it. A device that says it has no value has not failed. */
export const qualityOf = ({ readOn, error }: ParamState, reading: Reading, now: number): Quality => {
  if (reading.isOff) return 'off'
  if (error !== undefined && (readOn === undefined || Date.parse(error.on) > Date.parse(readOn)))
    return error.reason === 'NoValue' ? 'none' : 'failed'
  if (!reading.isTracked) return 'untracked'
  if (readOn === undefined) return 'never'
  return now - Date.parse(readOn) > missedMax * reading.updatePeriodSec * 1000 + spareMs ? 'stale' : 'good'
}
