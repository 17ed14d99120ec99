import { isUnclear, silentDatabase } from '@busbar/database/health'
import { type Gate, Refusal } from '@busbar/wire/server'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import { type CallInProgress, type GateNeeds, type HandlerTable, mapHandlers } from './call.ts'

/** A request reports a hanging database after at most twice this time. */
const checkMs = 5000
/** The same for those who wait for devices, each as long as it says itself. */
const fieldCheckMs = 60_000
const retryAfterSec = 10

/** Resources, and operations of others. */
const ofField: ReadonlySet<string> = new Set(['raw', 'em130', 'writing', 'realtime', 'scan', 'visualizations.control'])

type AnsweringService = Pick<GateNeeds, 'answering' | 'clock'>

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
  (needs: AnsweringService, gate: Gate<CallInProgress, CloudAccess>): Gate<CallInProgress, CloudAccess> =>
  (endpoint, service) => {
    const step = gate(endpoint, service)
    if (step === null) return null
    return (call) => {
      const wait = step(call)
      return wait instanceof Promise ? whileAnswering(needs, wait, checkMs) : undefined
    }
  }

/** Handlers that do not, either. */
export const handlersWhileAnswering = (
  needs: AnsweringService,
  handlers: HandlerTable<CallInProgress>,
): HandlerTable<CallInProgress> =>
  mapHandlers(handlers, (handle, { resource, operation }) => {
    const isOfField = ofField.has(resource) || ofField.has(`${resource}.${operation}`)
    const everyMs = isOfField ? fieldCheckMs : checkMs
    return (context, input) => {
      const answer = handle(context, input)
      return answer instanceof Promise ? whileAnswering(needs, answer, everyMs) : answer
    }
  })
