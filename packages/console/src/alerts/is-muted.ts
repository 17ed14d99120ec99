import type { Held } from './held-back.tsx'

/** Whether a person muted it for now. */
export const isMuted = (held: Held | undefined): boolean => held?.why === 'mute' || held?.why === 'maintenance'
