import type { AlertState, Phase } from '../alert.ts'

/** Where an alert stands, in one word. */
export function phaseOf({ episode, conditions }: AlertState): Phase {
  if (episode && episode.closedOn === null) return episode.clearedOn === null ? 'active' : 'recovering'
  return conditions.some(({ sinceOn }) => sinceOn !== null) ? 'pending' : 'idle'
}
