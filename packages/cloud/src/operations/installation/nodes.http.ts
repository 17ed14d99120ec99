import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import { isBucket } from '../../nodes/leases/lease.rules.ts'
import type { NodeFacts } from '../../nodes/nodes.ts'
import type { OperationNeeds } from '../needs.ts'
import { needAdmin, recordAdminAction } from './administered.ts'
import type { nodeOperations } from './nodes.contract.ts'

export const nodeHandlers: Handlers<typeof nodeOperations, OperationNeeds> = {
  nodes: async (call) => {
    await needAdmin(call)
    return {
      isShared: call.nodes !== null,
      nodes: (call.nodes?.list() ?? []).map(({ id: nodeId, startedOn, heardOn, leases, facts, ...node }) => ({
        ...noFacts,
        ...facts,
        nodeId,
        name: node.name,
        version: node.version,
        startedOn: new Date(startedOn).toISOString(),
        heardOn: new Date(heardOn).toISOString(),
        isSelf: node.isSelf,
        isAlive: node.isAlive,
        isDraining: node.isDraining,
        leases: leases.length,
        work: leases.filter((name) => !isBucket(name)),
      })),
    }
  },

  drainNode: async (call, { nodeId, isDraining }) => {
    await needAdmin(call)
    if (call.nodes === null || !(await call.nodes.drain(nodeId, isDraining))) throw new Refusal('ObjectNotFound')
    await recordAdminAction(call, 'installation.drain-node', { nodeId, isDraining })
    return {}
  },
}

/** A node of another version may not tell all of it. */
const noFacts: NodeFacts = {
  networks: 0,
  connected: 0,
  callers: 0,
  polls: 0,
  lagMs: 0,
  queuedPolls: 0,
  recordedReadings: 0,
  streams: 0,
}
