/** By the clock of the database: for so long a node keeps what it has without a word. */
export const leaseMs = 5000
export const renewMs = 1000
/** By so much earlier its owner stops, by its own clock: clocks differ in speed, and what was just sent needs a moment to leave. */
const marginMs = 500
/** Renewals that follow each other this closely are one series. */
const seriesMs = 3 * renewMs

/** How long a node may act, by its own clock alone. */
export class OwnTime {
  #tillMs = -Infinity
  #renewedMs = -Infinity
  #steadySinceMs = Infinity

  /** The database has taken a renewal that left at `sentMs`: its lease can only have begun later. */
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

  /** Whether renewals went through for a whole lease. Who was cut off itself does not know whether others are gone. */
  isSteady(nowMs: number): boolean {
    return this.isHeld(nowMs) && nowMs - this.#steadySinceMs >= leaseMs
  }
}

export interface SeenNode {
  id: string
  isAlive: boolean
  /** It gives all it has, and takes nothing. */
  isDraining: boolean
}

export interface SeenLease {
  name: string
  /** Null: nobody's. */
  nodeId: string | null
  epoch: number
}

/** All nodes and leases, as the database had them at one moment. */
export interface Picture {
  nodes: readonly SeenNode[]
  leases: readonly SeenLease[]
}

/** What a node does about it: names to take, and at most one to give. */
export interface Moves {
  take: string[]
  give: string | null
}

/**
 * Spreads leases evenly: each node takes what it can do and is free up to its share, and gives what is above it, one at a time. What a
 * dead node had is free for who is steady.
 */
export const movesOf = (
  { nodes, leases }: Picture,
  own: { id: string; isSteady: boolean; can?: (name: string) => boolean },
): Moves => {
  const alive = new Set(nodes.flatMap(({ id, isAlive }) => (isAlive ? id : [])))
  const takers = nodes.flatMap(({ id, isAlive, isDraining }) => (isAlive && !isDraining ? id : [])).toSorted()
  const mine = leases.filter(({ nodeId }) => nodeId === own.id)
  const rank = takers.indexOf(own.id)
  if (rank < 0) return { take: [], give: takers.length > 0 ? (mine.at(-1)?.name ?? null) : null }
  const share = Math.ceil(leases.length / takers.length)
  const isFree = ({ nodeId }: SeenLease): boolean => nodeId === null || (own.isSteady && !alive.has(nodeId))
  const mayTake = ({ name }: SeenLease): boolean => own.can?.(name) ?? true
  const free = leases.filter((lease) => isFree(lease) && mayTake(lease)).map(({ name }) => name)
  // Nodes that look at the same moment begin at different places.
  const first = Math.floor((free.length * rank) / takers.length)
  const take = [...free.slice(first), ...free.slice(0, first)].slice(0, Math.max(0, share - mine.length))
  return { take, give: mine.length > share ? (mine.at(-1)?.name ?? null) : null }
}

/**
 * By the clock of the new owner: when a network may be asked. Its lease was free `freeForMs` before `nowMs`; what the owner of before asked
 * last may be answered for one timeout more.
 */
export const firstAskMs = (nowMs: number, freeForMs: number, timeoutMs: number): number =>
  nowMs - Math.max(0, freeForMs) + timeoutMs
