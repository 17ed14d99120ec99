import { type Gate, Refusal } from '@busbar/wire/server'
import type { CloudAccess } from '../access/words.ts'
import { isUnclear, silentDatabase } from '../db/unavailable.ts'
import type { Service } from '../service.ts'
import type { CallInProgress } from './call.ts'

/** Who asks a database that hangs is told so after at most twice this time. */
const lookMs = 5000
const retryAfterSec = 10

/** These wait for devices or for what happens, each as long as it says itself. */
const ownTimes: ReadonlySet<string> = new Set(['raw', 'em130', 'writing', 'realtime', 'scan', 'live'])

type Waited = Pick<Service, 'answering' | 'clock'>
type Handler = (context: CallInProgress, input: object) => unknown
type HandlerTable = Readonly<Record<string, Readonly<Record<string, Handler>>>>

/** A call that the database keeps from being done. */
export const unavailable = (why: string): Refusal =>
  new Refusal(
    'Unavailable',
    `${why}; try again later.${isUnclear(why) ? ' A change that was asked for may have been stored, or may yet be.' : ''}`,
    { 'retry-after': String(retryAfterSec) },
  )

/** Waits for work as long as the database answers somebody: what merely takes long is waited for. */
const whileAnswering = async <T>({ answering, clock }: Waited, work: Promise<T>): Promise<T> => {
  const { promise: given, reject: giveUp } = Promise.withResolvers<never>()
  const look = (): void => {
    if (answering.silentMs >= lookMs) return giveUp(unavailable(silentDatabase))
    void answering.ask()
    callOff = clock.after(lookMs, look)
  }
  let callOff = clock.after(lookMs, look)
  try {
    return await Promise.race([work, given])
  } finally {
    callOff()
  }
}

/** A gate that does not wait for a database that hangs. */
export const gateWhileAnswering =
  (gate: Gate<CallInProgress, CloudAccess>): Gate<CallInProgress, CloudAccess> =>
  (endpoint, service) => {
    const step = gate(endpoint, service)
    if (step === null) return null
    return (visit) => {
      const wait = step(visit)
      return wait instanceof Promise ? whileAnswering(visit.context, wait) : undefined
    }
  }

/** Handlers that do not, either. */
export const handlersWhileAnswering = <T extends object>(handlers: T): T => {
  const waiting =
    (handle: Handler): Handler =>
    (context, input) => {
      const answer = handle(context, input)
      return answer instanceof Promise ? whileAnswering(context, answer) : answer
    }
  const resources = Object.entries(handlers as HandlerTable).map(([name, resource]) => [
    name,
    ownTimes.has(name)
      ? resource
      : Object.fromEntries(Object.entries(resource).map(([operation, handle]) => [operation, waiting(handle)])),
  ])
  return Object.fromEntries(resources) as T
}
