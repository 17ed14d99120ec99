import { type Actor, record } from '../../accounts/audit/record.ts'
import type { RecordMove } from '../../field/call-back/move-gateway.ts'

/** A gateway proved its key under another MAC: recorded, though no person did it. */
export const recordMoveAt =
  (now: () => Date): RecordMove =>
  (tx, { orgId, netId, before, after, from }) => {
    const actor: Actor = { caller: { accountId: 0, accountName: 'busbar' }, from, now }
    const change = { action: 'net.mac-changed', objectKind: 'net', objectId: netId } as const
    return record(tx, orgId, actor, { ...change, before: { mac: before }, after: { mac: after } })
  }
