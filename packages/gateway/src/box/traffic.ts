import { readFileSync } from 'node:fs'
import type { Clock } from '@busbar/kit'

const leastMs = 1000

interface Options {
  readonly clock: Clock
  /** All that has passed so far. */
  readonly totalBytes: () => number
}

/** Bytes per second between two readings at least one second apart. */
export class Traffic {
  readonly #clock: Clock
  readonly #totalBytes: () => number
  #last: { atMs: number; bytes: number }
  #perSec = 0

  constructor({ clock, totalBytes }: Options) {
    this.#clock = clock
    this.#totalBytes = totalBytes
    this.#last = { atMs: clock.now(), bytes: totalBytes() }
  }

  get bytesPerSec(): number {
    const now = { atMs: this.#clock.now(), bytes: this.#totalBytes() }
    const tookMs = now.atMs - this.#last.atMs
    if (tookMs < leastMs) return this.#perSec
    // The system counts again when an interface was away.
    this.#perSec = Math.max(0, ((now.bytes - this.#last.bytes) * 1000) / tookMs)
    this.#last = now
    return this.#perSec
  }
}

/** Bytes that passed an interface in both directions; 0 when the system does not report them. */
export const interfaceBytes = (name: string, root = '/sys/class/net'): number =>
  ['rx_bytes', 'tx_bytes'].reduce((sum, file) => sum + countIn(`${root}/${name}/statistics/${file}`), 0)

const countIn = (path: string): number => {
  try {
    return Number(readFileSync(path, 'utf8')) || 0
  } catch {
    return 0
  }
}
