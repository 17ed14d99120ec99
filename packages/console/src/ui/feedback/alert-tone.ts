import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Tone } from './state-mark.tsx'

const tones: Readonly<Record<Level, Tone>> = {
  critical: 'critical',
  failure: 'critical',
  warning: 'warning',
  info: 'info',
  none: 'info',
}

/** The worst first. */
const order: readonly Tone[] = ['critical', 'warning', 'info']

/** How bad an active alert of this level looks. */
export const alertTone = (level: Level): Tone => tones[level]

/** The worst of several; `ok` where there is none. */
export const worstTone = (levels: readonly Level[]): Tone => {
  const found = new Set(levels.map(alertTone))
  return order.find((tone) => found.has(tone)) ?? 'ok'
}

export type Level = AnswerOf<'alerts', 'states'>[number]['logAs']

/** From least to most. */
export const levels: readonly Level[] = ['none', 'info', 'warning', 'failure', 'critical']
