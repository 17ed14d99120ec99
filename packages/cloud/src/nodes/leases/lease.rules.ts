/** Lifetime of leases without renewal, by the clock of the database. */
export const leaseMs = 5000
export const renewMs = 1000
/**
 * The owner stops this much earlier by its own clock, because clocks run at different speeds and sent data needs time
 * to leave.
 */
const marginMs = 500
/** Renewals that follow each other this closely are one series. */
const seriesMs = 3 * renewMs

/** How long a node may act, by its local clock. */
export class OwnTime {
  #tillMs = -Infinity
  #renewedMs = -Infinity
  #steadySinceMs = Infinity

  /** Records a successful renewal that was sent at `sentMs`; its lease started later. */
  renewed(sentMs: number, nowMs: number): void {
    if (nowMs - this.#renewedMs > seriesMs) this.#steadySinceMs = nowMs
    this.#renewedMs = nowMs
    this.#tillMs = Math.max(this.#tillMs, sentMs + leaseMs - marginMs)
  }

  get tillMs(): number {
    return this.#tillMs
  }

  isHeld(nowMs: number): boolean {
    return nowMs < this.#tillMs
  }

  /**
   * True if renewals succeeded for a whole lease lifetime. A node that was cut off cannot tell whether others have
   * failed.
   */
  isSteady(nowMs: number): boolean {
    return this.isHeld(nowMs) && nowMs - this.#steadySinceMs >= leaseMs
  }
}

export interface NodeState {
  id: string
  isAlive: boolean
  /** A draining node releases all its leases and acquires none. */
  isDraining: boolean
  /** Work for all nodes that this one is configured for. */
  works: readonly string[]
}

export interface LeaseState {
  name: string
  /** Null: free. */
  nodeId: string | null
  epoch: number
}

/** All nodes and leases at one moment. */
export interface LeaseSnapshot {
  nodes: readonly NodeState[]
  leases: readonly LeaseState[]
}

/** Buckets of networks; other leases are for work that one node does for all. */
export const isBucket = (lease: string): boolean => lease.startsWith('nets ')

/** Next moves of a node: leases to acquire and at most one to release. */
export interface LeaseMoves {
  take: string[]
  give: string | null
}

/**
 * Spreads the buckets evenly: each node acquires free ones up to its share and releases the excess, one at a time. Work
 * goes to one capable node, which all nodes determine equally. Leases of a dead node are free for steady nodes.
 */
export const movesOf = ({ nodes, leases }: LeaseSnapshot, own: { id: string; isSteady: boolean }): LeaseMoves => {
  const alive = new Set(nodes.flatMap(({ id, isAlive }) => (isAlive ? id : [])))
  const activeNodes = nodes.filter(({ isAlive, isDraining }) => isAlive && !isDraining)
  const ownLeases = leases.filter(({ nodeId }) => nodeId === own.id)
  if (!activeNodes.some(({ id }) => id === own.id))
    return { take: [], give: activeNodes.length > 0 ? nameOf(ownLeases.at(-1)) : null }
  const isFree = ({ nodeId }: LeaseState): boolean => nodeId === null || (own.isSteady && !alive.has(nodeId))
  const workLeases = leases.filter(({ name }) => !isBucket(name))
  const isForUs = ({ name }: LeaseState): boolean => workerFor(name, activeNodes) === own.id
  const allBuckets = leases.filter(({ name }) => isBucket(name))
  const share = Math.ceil(allBuckets.length / activeNodes.length)
  const ownBuckets = ownLeases.filter(({ name }) => isBucket(name))
  const free = allBuckets.filter(isFree)
  // Nodes that choose at the same moment start at different positions.
  const rank = activeNodes
    .map(({ id }) => id)
    .toSorted()
    .indexOf(own.id)
  const first = Math.floor((free.length * rank) / activeNodes.length)
  const newBuckets = [...free.slice(first), ...free.slice(0, first)].slice(0, Math.max(0, share - ownBuckets.length))
  const misplaced = ownLeases.find((lease) => !isBucket(lease.name) && workerFor(lease.name, activeNodes) !== own.id)
  return {
    take: [...workLeases.filter((lease) => isFree(lease) && isForUs(lease)), ...newBuckets].map(({ name }) => name),
    give: nameOf(misplaced ?? (ownBuckets.length > share ? ownBuckets.at(-1) : undefined)),
  }
}

const nameOf = (lease: LeaseState | undefined): string | null => lease?.name ?? null

/** Returns the capable node with the lowest number for this work; null if there is none. */
const workerFor = (work: string, activeNodes: readonly NodeState[]): string | null => {
  const candidateIds = activeNodes.filter(({ works }) => works.includes(work)).map(({ id }) => id)
  return (
    candidateIds.toSorted((a, b) => numberOf(`${work} ${a}`) - numberOf(`${work} ${b}`) || (a < b ? -1 : 1))[0] ?? null
  )
}

/** FNV-1a. */
const numberOf = (text: string): number => {
  let hash = 0x81_1c_9d_c5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash >>> 0
}

/**
 * Returns the local time from which the new owner may poll a network. Its lease was free `freeForMs` before `nowMs`,
 * and the last request of the previous owner may be answered for one more timeout.
 */
export const firstAskMs = (nowMs: number, freeForMs: number, timeoutMs: number): number =>
  nowMs - Math.max(0, freeForMs) + timeoutMs
