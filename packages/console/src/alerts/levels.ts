import type { AnswerOf } from '../api/ask.ts'

export type Level = AnswerOf<'alerts', 'states'>[number]['logAs']

/** From least to most. */
export const levels: readonly Level[] = ['none', 'info', 'warning', 'failure', 'critical']
