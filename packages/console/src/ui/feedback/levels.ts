import type { AnswerOf } from '../../data/api/api-query.ts'

export type Level = AnswerOf<'alerts', 'states'>[number]['logAs']

/** From least to most. */
export const levels: readonly Level[] = ['none', 'info', 'warning', 'failure', 'critical']
