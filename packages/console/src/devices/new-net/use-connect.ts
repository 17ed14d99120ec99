import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../data/api/api-error.ts'
import { call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { type ConnectFailure, connectFailure, connectionOf, originOf } from './draft.rules.ts'
import type { NetDraft } from './draft.ts'

/** Outcome of a connection attempt. */
export type ConnectOutcome =
  | { made: NonNullable<NetDraft['made']> }
  | { made: NetDraft['made']; trouble: ConnectFailure | 'notCalled'; message: string }
  | { made: null; wrong: Readonly<Record<string, string>> }

const pollMs = 300
/** The service gives a dial five seconds; a gateway that was just bound calls again within so many. */
const pollsMax = { direct: 30, code: 60 } as const

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes the network, and watches whether it comes to be connected: only a network's own link tells why it does not. One that
 * cannot be dialled is removed again, so that nothing is left of a typing mistake. `onTried` runs although the page was left.
 */
export const useConnect = (onTried: (outcome: ConnectOutcome, draft: NetDraft) => void) => {
  const { orgId } = useOrg()
  const client = useQueryClient()
  return useMutation<ConnectOutcome, ApiError, NetDraft>({
    mutationFn: (draft) => connect(orgId, draft),
    onSuccess: onTried,
    onSettled: () => client.invalidateQueries({ queryKey: ['nets'] }),
  })
}

const connect = async (orgId: number, draft: NetDraft): Promise<ConnectOutcome> => {
  if (draft.made?.isOld === true) return reach(draft.made, draft.way)
  const from = originOf(draft)
  const reused = draft.made?.from === from ? draft.made : null
  if (reused === null && draft.made !== null) await removeNet(draft.made.netId)
  const outcome = await save(orgId, reused?.netId ?? null, draft)
  if (outcome.result === 'error') return { made: null, wrong: outcome.errors }
  const made = { netId: outcome.id, from }
  const outcomeOfTry = await reach(made, draft.way)
  // A network that was connected before may return, and keeps the choices made for it.
  const isNetKept = draft.way === 'code' || made.netId === reused?.netId
  if (isNetKept || !('trouble' in outcomeOfTry)) return outcomeOfTry
  await removeNet(made.netId)
  return { ...outcomeOfTry, made: null }
}

/** Looks whether a network can be reached. */
const reach = async (made: NonNullable<NetDraft['made']>, way: NetDraft['way']): Promise<ConnectOutcome> => {
  const problem = await watch(made.netId, way)
  if (problem === null) return { made }
  if (way === 'code') return { made, trouble: 'notCalled', message: problem }
  return { made, trouble: problem === '' ? 'noAnswer' : connectFailure(problem), message: problem }
}

const save = async (orgId: number, netId: number | null, draft: NetDraft) => {
  const name = draft.name.trim()
  const changed = netId === null ? null : await unlessGone(call('nets', 'change', { netId, name }))
  if (changed !== null) return changed
  const protocol = draft.way === 'direct' ? { protocol: draft.protocol } : {}
  // Writing to devices stays disabled until it is enabled in the network's settings.
  return call('nets', 'create', { orgId, name, ...protocol, connection: connectionOf(draft), allowWriting: false })
}

/** Waits for the connection and returns the error, or null once it is connected. */
const watch = async (netId: number, way: NetDraft['way']): Promise<string | null> => {
  for (let poll = 0; poll < pollsMax[way]; poll += 1) {
    const { connected, lastError } = await call('links', 'status', { netId })
    if (connected) return null
    if (lastError !== undefined && way === 'direct') return lastError
    await pause(pollMs)
  }
  return ''
}

/** Deletes a network; one that no longer exists counts as deleted. */
export const removeNet = async (netId: number): Promise<void> => {
  await unlessGone(call('nets', 'delete', { netId }))
}

/** Null where it was removed meanwhile. */
const unlessGone = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ObjectNotFound') return null
    throw error
  }
}
