import type { LiveStatus } from '../data/live/use-live.ts'

/** How the way to the service is, with the seconds since it last said anything, or until it is tried again. */
export interface ServerLink {
  link: 'connecting' | 'live' | 'late' | 'lost'
  seconds: number
}

/** The service says something every five seconds. */
const lateMs = 8000

const secondsIn = (ms: number): number => Math.max(0, Math.round(ms / 1000))

export const linkOf = ({ state, heardAtMs, retryAtMs }: LiveStatus, nowMs: number): ServerLink => {
  if (state === 'waiting') return { link: 'lost', seconds: secondsIn(retryAtMs - nowMs) }
  if (state === 'live') {
    const silentMs = nowMs - heardAtMs
    return { link: silentMs > lateMs ? 'late' : 'live', seconds: secondsIn(silentMs) }
  }
  // After a lost connection the state is "lost" until the next one is established.
  return { link: state === 'connecting' && heardAtMs === 0 ? 'connecting' : 'lost', seconds: 0 }
}
