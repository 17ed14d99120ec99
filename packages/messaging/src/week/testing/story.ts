import { type MessageType } from '@busbar/alerts/channels'
import { seededRandom } from '@busbar/simulator'
import type { WatchedParam } from './organizations.ts'
import { type Fault, faults } from './receivers.ts'

/** Events of a week, with times in milliseconds from its start. */
export type WeekEvent = { atMs: number } & (
  | { what: 'value'; param: WatchedParam; isHigh: boolean }
  | { what: 'fault'; type: MessageType; fault: Fault | null }
  /** A sender, by its index. */
  | { what: 'kill' | 'start'; sender: number }
  | { what: 'restart' }
  | { what: 'clock'; byMs: number }
  | { what: 'confirm'; param: WatchedParam }
)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const channels: readonly MessageType[] = ['email', 'sms', 'voice-call', 'webhook']
/** A clock that is set ahead by more is not believed, and nothing is recorded until it is set back. */
const stepsMs = [-hourMs, -4 * minuteMs, -20_000, 20_000, 4 * minuteMs]

export interface Week {
  hours: number
  organizations: number
  /** Processes that send, side by side. */
  senders: number
  seed: number
}

/** The same for the same seed. */
export const weekEvents = (params: readonly WatchedParam[], { hours, senders, seed }: Week): WeekEvent[] => {
  const random = seededRandom(seed)
  const endMs = hours * hourMs
  const events: WeekEvent[] = []
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  /** Repeats an event at random intervals with this mean. */
  const repeated = (everyMs: number, make: (atMs: number) => WeekEvent[]): void => {
    for (let atMs = random() * everyMs; atMs < endMs; atMs += (0.1 + 1.8 * random()) * everyMs)
      events.push(...make(Math.round(atMs)))
  }
  const aheads: [fromMs: number, tillMs: number][] = []
  repeated(8 * hourMs, (atMs) => [{ atMs, what: 'clock', byMs: pick(stepsMs) }])
  repeated(36 * hourMs, (atMs) => {
    const tillMs = atMs + Math.round((0.2 + random()) * hourMs)
    aheads.push([atMs - minuteMs, tillMs + minuteMs])
    return [
      { atMs, what: 'clock', byMs: 2 * hourMs },
      { atMs: tillMs, what: 'clock', byMs: -2 * hourMs },
    ]
  })
  const isAhead = (atMs: number): boolean => aheads.some(([fromMs, tillMs]) => atMs >= fromMs && atMs <= tillMs)
  for (const param of params) {
    let isHigh = false
    repeated(50 * minuteMs, (atMs) => {
      if (isAhead(atMs)) return []
      isHigh = !isHigh
      const confirms: WeekEvent[] = random() < 0.3 ? [{ atMs: atMs + 5 * minuteMs, what: 'confirm', param }] : []
      return [{ atMs, what: 'value', param, isHigh }, ...(isHigh ? confirms : [])]
    })
    events.push({ atMs: endMs + 2 * hourMs, what: 'value', param, isHigh: false })
  }
  for (const type of channels)
    repeated(3 * hourMs, (atMs) => [
      { atMs, what: 'fault', type, fault: pick(faults) },
      { atMs: atMs + Math.round(random() * 1.5 * hourMs), what: 'fault', type, fault: null },
    ])
  for (let sender = 0; sender < senders; sender += 1)
    repeated(6 * hourMs, (atMs) => [
      { atMs, what: 'kill', sender },
      { atMs: atMs + Math.round((0.1 + random()) * hourMs), what: 'start', sender },
    ])
  repeated(20 * hourMs, (atMs) => [{ atMs, what: 'restart' }])
  for (const type of channels) events.push({ atMs: endMs, what: 'fault', type, fault: null })
  for (let sender = 0; sender < senders; sender += 1) events.push({ atMs: endMs, what: 'start', sender })
  return events.toSorted((a, b) => a.atMs - b.atMs)
}
