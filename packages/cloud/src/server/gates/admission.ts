import { ClientGone, type Gate, type RequestInProgress } from '@busbar/wire/server'
import type { CloudAccess } from '../../accounts/access/access-contract.ts'
import type { AdmissionTicket } from '../admission/admission.ts'
import { cheapCost, costsByEndpoint } from '../admission/costs.rules.ts'
import type { CallInProgress } from '../call.ts'

type Handler = (context: CallInProgress, input: object) => unknown
type HandlerTable = Readonly<Record<string, Readonly<Record<string, Handler>>>>

/** The last gate: who asks for much waits for its turn. */
export const admission: Gate<CallInProgress, CloudAccess> = (endpoint) => {
  const costOf = endpoint === null ? undefined : costsByEndpoint.get(endpoint)
  if (costOf === undefined) return null
  return (call) => {
    const cost = costOf({ till: call.context.now(), ...call.input })
    return cost > cheapCost ? takeTurn(call, cost) : undefined
  }
}

/** Handlers that say when their work is done, also where the client is gone. */
export const handlersWithSlot = <T extends object>(handlers: T): T => {
  const withSlot =
    (handle: Handler): Handler =>
    (context, input) =>
      context.slot === null ? handle(context, input) : handleInSlot(context.slot, () => handle(context, input))
  const resources = Object.entries(handlers as HandlerTable).map(([name, resource]) => [
    name,
    Object.fromEntries(Object.entries(resource).map(([operation, handle]) => [operation, withSlot(handle)])),
  ])
  return Object.fromEntries(resources) as T
}

const handleInSlot = async (slot: { done(): void }, work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } finally {
    slot.done()
  }
}

const takeTurn = async (call: RequestInProgress<CallInProgress, CloudAccess>, cost: number): Promise<void> => {
  const { context, input } = call
  const { admission: all, shared } = context
  const ticket =
    shared === null ? all.enter(await shareOwner(context, input), cost) : all.enterByLink(shared.link.orgId, cost)
  context.slot = holdSlot(call, ticket)
  if (ticket.turn !== null && !(await ticket.turn)) throw new ClientGone()
}

/** Of listed parameters the first one's organization; of unknown ones the caller alone. */
const shareOwner = async ({ orgId, orgRoles, caller }: CallInProgress, input: object): Promise<string> => {
  const own = `account ${caller.accountId}`
  if (orgId !== 0) return `org ${orgId}`
  const { paramIds: [first] = [] } = input as { paramIds?: readonly number[] }
  const orgRole = first === undefined ? null : await orgRoles.find('param', first, caller.accountId)
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
