import type { Clock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import type { NetListener } from '../devices/directory/directory.ts'
import type { Ownership } from './ownership.ts'

export interface OwnedNetsOptions {
  clock: Clock
  directory: {
    nets(): Iterable<FieldNet>
    net(netId: number): FieldNet | undefined
    watch(listener: NetListener): () => void
  }
  ownership: Pick<Ownership, 'fromMs'>
}

/**
 * The networks of the directory that this node may poll. A network that moves to another node is reported as removed.
 */
export class OwnedNets {
  readonly #options: OwnedNetsOptions
  readonly #own = new Set<number>()
  readonly #listeners = new Set<NetListener>()
  #wakesMs = Infinity
  #cancel: () => void = () => {}

  constructor(options: OwnedNetsOptions) {
    this.#options = options
    options.directory.watch((net, netId) => {
      if (net === null) this.#drop(netId)
      else this.#wakeAt(this.#judge(net))
    })
  }

  *nets(): Iterable<FieldNet> {
    for (const net of this.#options.directory.nets()) if (this.#own.has(net.id)) yield net
  }

  net(netId: number): FieldNet | undefined {
    return this.#own.has(netId) ? this.#options.directory.net(netId) : undefined
  }

  get size(): number {
    return this.#own.size
  }

  watch(listener: NetListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    this.#cancel()
    for (const netId of this.#own) this.#drop(netId)
  }

  /**
   * Checks the owner of these networks only: with thousands of gateways, checking all networks for each call would be
   * slow.
   */
  updateNets(netIds: readonly number[]): void {
    const { clock, directory, ownership } = this.#options
    for (const netId of netIds) {
      const net = directory.net(netId)
      if (net === undefined) this.#drop(netId)
      else if (!this.#own.has(netId) || ownership.fromMs(net) > clock.now()) this.#wakeAt(this.#judge(net))
    }
  }

  /** Checks the owner of all networks; lost networks are removed first. */
  update(): void {
    const { clock, directory, ownership } = this.#options
    for (const netId of this.#own) {
      const net = directory.net(netId)
      if (net === undefined || ownership.fromMs(net) > clock.now()) this.#drop(netId)
    }
    let nextMs = Infinity
    for (const net of directory.nets()) if (!this.#own.has(net.id)) nextMs = Math.min(nextMs, this.#judge(net))
    this.#cancel()
    this.#wakesMs = Infinity
    this.#wakeAt(nextMs)
  }

  #wakeAt(ms: number): void {
    if (ms >= this.#wakesMs) return
    const { clock } = this.#options
    this.#cancel()
    this.#wakesMs = ms
    this.#cancel = clock.after(ms - clock.now(), () => this.update())
  }

  /** Returns the time of the next check; infinite if no check is due. */
  #judge(net: FieldNet): number {
    const fromMs = this.#options.ownership.fromMs(net)
    if (fromMs > this.#options.clock.now()) {
      this.#drop(net.id)
      return fromMs
    }
    this.#own.add(net.id)
    for (const listener of this.#listeners) listener(net, net.id)
    return Infinity
  }

  #drop(netId: number): void {
    if (!this.#own.delete(netId)) return
    for (const listener of this.#listeners) listener(null, netId)
  }
}
