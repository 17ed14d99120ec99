import { localTexts } from '@busbar/ui'
import { ServerClock } from './server-clock.ts'

/** Kept so that a page which is opened again knows the time before the first answer. `boot.ts` reads it too. */
const storageKey = 'busbar.clock-offset'

const storedOffsetMs = (): number => {
  const offsetMs = Number(localTexts.get(storageKey))
  return Number.isFinite(offsetMs) ? offsetMs : 0
}

/** The server's time on this page: whatever is compared with times of the server is compared with this, not with the computer's clock. */
export const serverClock = new ServerClock(
  { wallMs: () => Date.now(), steadyMs: () => performance.now() },
  storedOffsetMs(),
)

serverClock.subscribe(() => localTexts.set(storageKey, String(Math.round(serverClock.offsetMs()))))

export const serverNow = (): number => serverClock.now()

/** The server's time at the moment when this computer's clock showed `localMs`. */
export const serverTimeOf = (localMs: number): number => localMs + serverClock.offsetMs()

/** Takes the time of an answer over HTTP. */
export const noteServerTime = ({ headers }: Response): void => serverClock.note(Date.parse(headers.get('date') ?? ''))
