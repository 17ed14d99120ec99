import type { Held } from './held-back.tsx'

/** Whether a person decided that nobody is told for now. */
export const isMuted = (held: Held | undefined): boolean => held?.why === 'mute' || held?.why === 'maintenance'
