import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Tone } from './state-mark.tsx'

export type PolledDevice = AnswerOf<'links', 'statistics'>['devices'][number]

export type Health = 'ok' | 'partial' | 'silent' | 'unreachable' | 'idle' | 'disabled'

/** The worst first. */
export const tones: Readonly<Record<Health, Tone>> = {
  silent: 'unknown',
  unreachable: 'unknown',
  partial: 'warning',
  ok: 'ok',
  idle: 'muted',
  disabled: 'muted',
}

/** How a device does. One that is being read just now is as it was. */
export const healthOf = ({ state, trouble, lastError, failures = 0 }: PolledDevice): Health => {
  if (state === 'disabled' || trouble?.kind === 'paused') return 'disabled'
  if (trouble?.kind === 'link-down' || trouble?.kind === 'gateway-away') return 'unreachable'
  if (trouble !== undefined) return 'silent'
  if (state === 'nothing-to-read') return 'idle'
  if (state === 'no-connection') return 'unreachable'
  if (state === 'backing-off' || failures > 0) return 'silent'
  return lastError === undefined ? 'ok' : 'partial'
}
