import { monotonicClock } from '@busbar/kit'
import type { ShutdownSteps } from '@busbar/kit/program'
import type { InterruptedCommands } from '../commands/writing/interrupted-commands.ts'
import type { Connectors } from '../integrations/connectors.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { OnceTask } from '../nodes/once-work.ts'
import { SharedCounts } from '../nodes/shared-counts.ts'
import type { ApiNeeds } from './api.ts'

const partMs = 1000

interface SharedWork {
  connectors: Connectors
  /** Whether this node has a folder for backups. */
  hasBackups: boolean
  /** Null where this node keeps no VPN. */
  vpn: OnceTask | null
}

/** It looks itself whether it is this node's turn, each time. */
const checkedEachTime: OnceTask = { start: () => {}, stop: () => {} }

/** Names what one node does for all, as far as this one can; to be called before leases are taken. */
export const shareWork = ({ once }: Nodes, { connectors, hasBackups, vpn }: SharedWork): void => {
  once.add('compaction', checkedEachTime)
  once.add('energy', checkedEachTime)
  once.add('connectors', connectors, () => connectors.states())
  if (hasBackups) once.add('backups', checkedEachTime)
  if (vpn !== null) once.add('vpn', vpn)
}

/** Limits that hold over all nodes. */
export const shareCounts = (
  nodes: Nodes,
  { guesses, quotas }: Pick<ApiNeeds, 'guesses' | 'quotas'>,
  steps: ShutdownSteps,
): void => {
  const aliveCount = (): number => nodes.list().filter(({ isAlive }) => isAlive).length
  const counts = new SharedCounts({ messages: nodes.messages, clock: monotonicClock, nodes: aliveCount })
  counts.add('quota', quotas.taken)
  for (const [name, limit] of Object.entries(guesses.limits)) counts.add(name, limit)
  counts.start()
  steps.undo('counts', partMs, () => counts.stop())
}

/** What a node left unfinished that is gone is settled by those that live. */
export const settleForOthers = (nodes: Nodes, interrupted: InterruptedCommands, steps: ShutdownSteps): void => {
  let aliveCount = 0
  const unsubscribe = nodes.onChange((netIds) => {
    if (netIds !== null) return
    const now = nodes.list().filter(({ isAlive }) => isAlive).length
    if (now < aliveCount) interrupted.start()
    aliveCount = now
  })
  steps.undo('commands of other nodes', partMs, unsubscribe)
}
