import type { AnswerOf } from '../api/ask.ts'
import type { Tone } from '../ui/feedback/state-mark.tsx'

type Level = AnswerOf<'alerts', 'states'>[number]['logAs']

/** How bad an active alert of this level looks. */
export const alertTone = (level: Level): Tone => (level === 'failure' || level === 'critical' ? 'fault' : 'warn')
