import { monotonicClock } from '@busbar/kit'
import type { InterruptedCommands } from '../commands/writing/interrupted-commands.ts'
import type { Connectors } from '../integrations/connectors.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { OnceTask } from '../nodes/once-work.ts'
import type { RemoteScans } from '../nodes/remote/remote-scans.ts'
import { SharedCounts } from '../nodes/shared-counts.ts'
import type { InstallationSettings } from '../operations/installation/installation-settings.ts'
import type { ApiNeeds } from './api.ts'
import { type Part, part, partMs } from './parts.ts'

interface SharedWork {
  connectors: Connectors
  /** True if this node has a backup folder. */
  hasBackups: boolean
  /** Null if this node runs no VPN. */
  vpn: OnceTask | null
}

/** For work that checks its lease before each run. */
const checkedEachTime: OnceTask = { start: () => {}, stop: () => {} }

/** Registers the work that one node does for all. Must be called before leases are acquired. */
export const shareWork = ({ once }: Nodes, { connectors, hasBackups, vpn }: SharedWork): void => {
  once.add('compaction', checkedEachTime)
  once.add('energy', checkedEachTime)
  once.add('connectors', connectors, () => connectors.states())
  if (hasBackups) once.add('backups', checkedEachTime)
  if (vpn !== null) once.add('vpn', vpn)
}

interface NodeWork {
  service: Pick<ApiNeeds, 'guesses' | 'quotas'>
  interrupted: InterruptedCommands
  chosen: Pick<InstallationSettings, 'watch'>
  remoteScans: RemoteScans | null
}

/** Parts that run only with several nodes. Leases are acquired last. */
export const nodeParts = (
  nodes: Nodes,
  { service, interrupted, chosen, remoteScans }: NodeWork,
): readonly (Part | null)[] => {
  let unwatch = (): unknown => undefined
  return [
    part('counts', sharedCounts(nodes, service)),
    part('commands of other nodes', settleForOthers(nodes, interrupted)),
    {
      name: 'settings',
      start: async () => {
        unwatch = await chosen.watch()
      },
      stop: () => unwatch(),
    },
    part('scans of other nodes', remoteScans),
    part('leases', nodes, 2 * partMs),
  ]
}

/** Limits that apply to all nodes together. */
const sharedCounts = (nodes: Nodes, { guesses, quotas }: NodeWork['service']): SharedCounts => {
  const aliveCount = (): number => nodes.list().filter(({ isAlive }) => isAlive).length
  const counts = new SharedCounts({ messages: nodes.messages, clock: monotonicClock, nodes: aliveCount })
  counts.add('quota', quotas.taken)
  for (const [name, limit] of Object.entries(guesses.limits)) counts.add(name, limit)
  return counts
}

/** Records the outcome of commands that a node left unfinished when it failed. */
const settleForOthers = (nodes: Nodes, interrupted: InterruptedCommands) => {
  let aliveCount = 0
  let unsubscribe = (): void => {}
  const onChange = (netIds: unknown): void => {
    if (netIds !== null) return
    const now = nodes.list().filter(({ isAlive }) => isAlive).length
    if (now < aliveCount) interrupted.start()
    aliveCount = now
  }
  return {
    start: () => {
      unsubscribe = nodes.onChange(onChange)
    },
    stop: () => unsubscribe(),
  }
}
