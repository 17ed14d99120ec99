import { callerFence, type Fence } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import { firstAskMs } from './leases/lease.rules.ts'
import type { LeaseKeeper } from './leases/lease-keeper.ts'
import type { NetCallers } from './remote/net-callers.ts'

/** Parts that all networks fall into; a lease is for one of them. */
const bucketBits = 6

export const bucketNames: readonly string[] = Array.from({ length: 1 << bucketBits }, (_, at) => `nets ${at}`)

/** Networks that were made one after another, as those of one organization often are, fall into parts that are far apart. */
export const bucketOf = (netId: number): string => `nets ${Math.imul(netId, 0x9e_37_79_b1) >>> (32 - bucketBits)}`

/** Fields of a network that determine its owner. */
export type OwnableNet = Pick<FieldNet, 'id' | 'mac' | 'timeoutMs'>

export interface Owner {
  nodeId: string
  fence: Fence
}

export interface OwnershipOptions {
  id: string
  clock: Clock
  keeper: Pick<LeaseKeeper, 'lease' | 'isAlive' | 'picture'>
  callers: Pick<NetCallers, 'of'>
}

/**
 * Determines the owner of each network. A network with a connected gateway belongs to the node of the connection while
 * that node is alive; any other network belongs to the node with the lease of its bucket.
 */
export class Ownership {
  readonly #options: OwnershipOptions

  constructor(options: OwnershipOptions) {
    this.#options = options
  }

  /** Returns the local time from which this node may poll the network; infinite if it may not. */
  fromMs({ id: netId, mac, timeoutMs }: OwnableNet): number {
    const { id, keeper } = this.#options
    if (!keeper.isAlive()) return Infinity
    const caller = mac === null ? undefined : this.#livingCaller(netId)
    if (caller !== undefined) return caller.nodeId === id ? -Infinity : Infinity
    const lease = keeper.lease(bucketOf(netId))
    return lease === undefined ? Infinity : firstAskMs(lease.freeSinceMs, 0, timeoutMs)
  }

  /** Right before something is sent, too: a process that was stopped for a while may not be the owner any more. */
  isOurs(net: OwnableNet): boolean {
    return this.fromMs(net) <= this.#options.clock.now()
  }

  /** Returns the fence that permits polling the network. The fence of a foreign network is never valid. */
  fence(net: OwnableNet): Fence {
    const own = this.isOurs(net) ? this.owner(net)?.fence : undefined
    return own ?? { name: bucketOf(net.id), epoch: -1 }
  }

  /** As far as this node knows. */
  owner({ id: netId, mac }: OwnableNet): Owner | null {
    const { id, keeper } = this.#options
    const caller = mac === null ? undefined : this.#livingCaller(netId)
    if (caller !== undefined) return { nodeId: caller.nodeId, fence: callerFence(netId, caller.epoch) }
    const name = bucketOf(netId)
    const ownLease = keeper.lease(name)
    if (ownLease !== undefined) return { nodeId: id, fence: { name, epoch: ownLease.epoch } }
    const lease = keeper.picture?.leases.find((one) => one.name === name)
    const isElsewhere = lease !== undefined && lease.nodeId !== null && lease.nodeId !== id
    return isElsewhere && this.#isAlive(lease.nodeId)
      ? { nodeId: lease.nodeId ?? '', fence: { name, epoch: lease.epoch } }
      : null
  }

  #livingCaller(netId: number) {
    const caller = this.#options.callers.of(netId)
    return caller !== undefined && this.#isAlive(caller.nodeId) ? caller : undefined
  }

  #isAlive(nodeId: string | null): boolean {
    const { keeper } = this.#options
    return keeper.picture?.nodes.some(({ id, isAlive }) => id === nodeId && isAlive) ?? false
  }
}
