import type { ByteStream } from '@busbar/modbus'

/** A connection in virtual time with a simulated far end. */
export class SimulatedStream implements ByteStream {
  readonly #onWrite: (bytes: Uint8Array) => void
  readonly #onEnd: () => void
  #data: ((bytes: Uint8Array) => void)[] = []
  #close: (() => void)[] = []
  isOpen = true

  constructor(onWrite: (bytes: Uint8Array) => void, onEnd: () => void) {
    this.#onWrite = onWrite
    this.#onEnd = onEnd
  }

  write(bytes: Uint8Array): boolean {
    if (this.isOpen) this.#onWrite(bytes)
    return true
  }

  on(event: 'data' | 'close' | 'drain' | 'error', listener: (given: never) => void): void {
    if (event === 'data') this.#data.push(listener as (bytes: Uint8Array) => void)
    else if (event === 'close') this.#close.push(listener as () => void)
  }

  /** Both ends learn of it. */
  destroy(): void {
    if (!this.isOpen) return
    this.cut()
    for (const listener of this.#close) listener()
  }

  /** The process at the near end is gone: only the far end learns of it. */
  cut(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.#onEnd()
  }

  emitData(bytes: Uint8Array): void {
    if (this.isOpen) for (const listener of this.#data) listener(bytes)
  }
}

/** Words that are sound in every format. */
const word = [0x41, 0x10] as const

/** The answer to a read over Modbus TCP. */
export const answerTo = (request: Uint8Array): Uint8Array => {
  const count = ((request[10] ?? 0) << 8) | (request[11] ?? 0)
  const bytes = 2 * count
  const answer = new Uint8Array(9 + bytes)
  answer.set(request.subarray(0, 4))
  answer[4] = (bytes + 3) >> 8
  answer[5] = (bytes + 3) & 0xff
  answer[6] = request[6] ?? 0
  answer[7] = request[7] ?? 0
  answer[8] = bytes
  for (let at = 9; at < answer.length; at += 2) answer.set(word, at)
  return answer
}
