/** Time until each network of a failed node was polled again. */
interface TakeoverWait {
  netId: number
  ms: number
}

interface PendingRequest {
  nodeId: string
  tillMs: number
}

/** Counts events by second and node. */
export class Tally {
  readonly #nowMs: () => number
  /** Events of each second, by type and owner. */
  readonly #counts = new Map<string, (number | undefined)[]>()
  readonly #requested = new Map<number, PendingRequest>()
  readonly #awaited = new Map<number, number>()
  readonly waits: TakeoverWait[] = []
  /** Polls that were stored, by organization. */
  readonly published = new Map<number, number>()
  /** Requests on a line where another node's may still be answered. */
  twoMasters = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  count(what: string, by = 1): void {
    const second = Math.floor(this.#nowMs() / 1000)
    const counts = this.#counts.get(what) ?? []
    this.#counts.set(what, counts)
    counts[second] = (counts[second] ?? 0) + by
  }

  /** The largest count of a second within a span. */
  peak(what: string, fromMs: number, tillMs = Infinity): number {
    return Math.max(0, ...this.#between(what, fromMs, tillMs))
  }

  sum(what: string, fromMs: number, tillMs = Infinity): number {
    return this.#between(what, fromMs, tillMs).reduce((sum, count) => sum + count, 0)
  }

  /** A node sends a request to a network. */
  requested(netId: number, nodeId: string, timeoutMs: number): void {
    const nowMs = this.#nowMs()
    const before = this.#requested.get(netId)
    if (before !== undefined && before.nodeId !== nodeId && before.tillMs > nowMs) this.twoMasters += 1
    this.#requested.set(netId, { nodeId, tillMs: nowMs + timeoutMs })
  }

  /** From now on the next good poll of each is waited for. */
  await(netIds: Iterable<number>): void {
    for (const netId of netIds) this.#awaited.set(netId, this.#nowMs())
  }

  /** Networks that were not polled since. */
  get awaited(): number {
    return this.#awaited.size
  }

  polled(netId: number): void {
    const sinceMs = this.#awaited.get(netId)
    if (sinceMs === undefined) return
    this.#awaited.delete(netId)
    this.waits.push({ netId, ms: this.#nowMs() - sinceMs })
  }

  #between(what: string, fromMs: number, tillMs: number): number[] {
    const counts = this.#counts.get(what) ?? []
    return Array.from(
      counts.slice(Math.floor(fromMs / 1000), Math.ceil(tillMs / 1000)),
      (count: number | undefined) => count ?? 0,
    )
  }
}
