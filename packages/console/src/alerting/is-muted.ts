import type { AlertHold } from './held-back.tsx'

/** Whether a person muted it for now. */
export const isMuted = (held: AlertHold | undefined): boolean => held?.why === 'mute' || held?.why === 'maintenance'
