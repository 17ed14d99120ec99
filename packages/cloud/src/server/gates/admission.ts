import type { Endpoint } from '@busbar/wire'
import { ClientGone, type Gate, type RequestInProgress } from '@busbar/wire/server'
import type { CloudAccess } from '../../accounts/access/access-contract.ts'
import type { Call } from '../../accounts/call.ts'
import type { AdmissionTicket } from '../admission/admission.ts'
import { type CallInProgress, type GateNeeds, type HandlerTable, mapHandlers } from '../call.ts'

/** Cost of a request by its input; `till` is the present where the request has no end. */
export type CostOf = (input: object) => number

/** Requests up to this cost are not queued and do not count. */
export const cheapCost = 5000

type AdmissionNeeds = Pick<GateNeeds, 'admission' | 'now' | 'orgRoles'>

/** The last gate: expensive requests are queued. */
export const admission =
  (needs: AdmissionNeeds, costs: ReadonlyMap<Endpoint, CostOf>): Gate<CallInProgress, CloudAccess> =>
  (endpoint) => {
    const costOf = endpoint === null ? undefined : costs.get(endpoint)
    if (costOf === undefined) return null
    return (call) => {
      const cost = costOf({ till: needs.now(), ...call.input })
      return cost > cheapCost ? takeTurn(needs, call, cost) : undefined
    }
  }

/** Handlers that release the slot of their request when their work is done, even if the client has disconnected. */
export const handlersWithSlot = (handlers: HandlerTable<CallInProgress>): HandlerTable<CallInProgress> =>
  mapHandlers(
    handlers,
    (handle) => (context, input) =>
      context.slot === null ? handle(context, input) : handleInSlot(context.slot, () => handle(context, input)),
  )

const handleInSlot = async (slot: { done(): void }, work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } finally {
    slot.done()
  }
}

const takeTurn = async (
  needs: AdmissionNeeds,
  call: RequestInProgress<CallInProgress, CloudAccess>,
  cost: number,
): Promise<void> => {
  const { context, input } = call
  const { entry } = context
  if (entry === null) throw new Error('a public endpoint has no cost')
  const ticket =
    entry.shared === null
      ? needs.admission.enter(
          await shareOwner(needs, { membership: context.membership, caller: entry.caller }, input),
          cost,
        )
      : needs.admission.enterByLink(entry.orgId, cost)
  context.slot = holdSlot(call, ticket)
  if (ticket.turn !== null && !(await ticket.turn)) throw new ClientGone()
}

/** The organization of the first listed parameter; the account alone if the parameter is unknown. */
const shareOwner = async (
  { orgRoles }: AdmissionNeeds,
  { membership, caller: { accountId } }: Pick<CallInProgress, 'membership'> & Pick<Call<'account'>, 'caller'>,
  input: object,
): Promise<string> => {
  const own = `account ${accountId}`
  if (membership !== null) return `org ${membership.orgId}`
  const { paramIds: [first] = [] } = input as { paramIds?: readonly number[] }
  const orgRole = first === undefined ? null : await orgRoles.find('param', first, accountId)
  return orgRole === null ? own : `org ${orgRole.orgId}`
}

/**
 * A place is held until the answer has left and the work for it is done: who goes away leaves work behind, which is not stopped. Who goes away
 * while waiting leaves nothing.
 */
const holdSlot = (
  { request, reply }: RequestInProgress<CallInProgress, CloudAccess>,
  ticket: AdmissionTicket,
): { done(): void } => {
  const { socket } = request.raw
  let [isIn, isDone, isGone] = [ticket.turn === null, false, false]
  const leaveIfOver = (): void => {
    if (isGone && (isDone || !isIn)) ticket.leave()
  }
  const onClose = (): void => {
    isGone = true
    reply.raw.off('close', onClose)
    socket.off('close', onClose)
    leaveIfOver()
  }
  void ticket.turn?.then(
    (isTurn) => (isIn = isTurn),
    () => onClose(),
  )
  // An answer that waits behind another one on its connection is not told when that is cut.
  reply.raw.once('close', onClose)
  socket.once('close', onClose)
  if (socket.destroyed) onClose()
  return {
    done: () => {
      isDone = true
      leaveIfOver()
    },
  }
}
