import { isUnclear, silentDatabase } from '@busbar/database/health'
import { type Gate, Refusal } from '@busbar/wire/server'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import type { Service } from '../start/service.ts'
import type { CallInProgress } from './call.ts'

/** Who asks a database that hangs is told so after at most twice this time. */
const checkMs = 5000
/** The same for those who wait for devices, each as long as it says itself. */
const fieldCheckMs = 60_000
const retryAfterSec = 10

/** Resources, and operations of others. */
const ofField: ReadonlySet<string> = new Set(['raw', 'em130', 'writing', 'realtime', 'scan', 'visualizations.control'])

type AnsweringService = Pick<Service, 'answering' | 'clock'>
type Handler = (context: CallInProgress, input: object) => unknown
type HandlerTable = Readonly<Record<string, Readonly<Record<string, Handler>>>>

/** A call that the database keeps from being done. */
export const unavailable = (why: string): Refusal =>
  new Refusal(
    'Unavailable',
    `${why}; try again later.${isUnclear(why) ? ' A change that was asked for may have been stored, or may yet be.' : ''}`,
    { 'retry-after': String(retryAfterSec) },
  )

/** Waits for work as long as the database answers any query: what merely takes long is waited for. */
const whileAnswering = <T>({ answering, clock }: AnsweringService, work: Promise<T>, everyMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const check = (): void => {
      if (answering.silentMs >= everyMs) return reject(unavailable(silentDatabase))
      void answering.ask()
      cancel = clock.after(everyMs, check)
    }
    let cancel = clock.after(everyMs, check)
    work.then(
      (result) => {
        cancel()
        resolve(result)
      },
      (error: Error) => {
        cancel()
        reject(error)
      },
    )
  })

/** A gate that does not wait for a database that hangs. */
export const gateWhileAnswering =
  (gate: Gate<CallInProgress, CloudAccess>): Gate<CallInProgress, CloudAccess> =>
  (endpoint, service) => {
    const step = gate(endpoint, service)
    if (step === null) return null
    return (call) => {
      const wait = step(call)
      return wait instanceof Promise ? whileAnswering(call.context, wait, checkMs) : undefined
    }
  }

/** Handlers that do not, either. */
export const handlersWhileAnswering = <T extends object>(handlers: T): T => {
  const waiting =
    (handle: Handler, everyMs: number): Handler =>
    (context, input) => {
      const answer = handle(context, input)
      return answer instanceof Promise ? whileAnswering(context, answer, everyMs) : answer
    }
  const resources = Object.entries(handlers as HandlerTable).map(([name, resource]) => {
    const waited = Object.entries(resource).map(([operation, handle]) => {
      const isOfField = ofField.has(name) || ofField.has(`${name}.${operation}`)
      return [operation, waiting(handle, isOfField ? fieldCheckMs : checkMs)]
    })
    return [name, Object.fromEntries(waited)]
  })
  return Object.fromEntries(resources) as T
}
