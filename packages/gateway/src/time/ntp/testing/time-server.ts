import assert from 'node:assert/strict'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { VirtualClock } from '@busbar/kit'

/** A packet of a server that has nothing to hide; a test changes what it wants. */
export const packetOf = (
  origin: Uint8Array,
  utcMs: number,
  { header = 0x24, stratum = 2, reference = 'GPS\0', length = 48 } = {},
): Uint8Array => {
  const packet = Buffer.alloc(length)
  packet.writeUInt8(header, 0)
  packet.writeUInt8(stratum, 1)
  packet.write(reference, 12, 'latin1')
  packet.set(origin, 24)
  for (const at of [32, 40]) {
    packet.writeUInt32BE((Math.floor(utcMs / 1000) + 2_208_988_800) % 2 ** 32, at)
    packet.writeUInt32BE(Math.floor(((utcMs % 1000) / 1000) * 2 ** 32), at + 4)
  }
  return packet
}

/** The cookie of a request. */
export const cookieOf = (request: Uint8Array): Uint8Array => request.subarray(40, 48)

type Answer = (request: Uint8Array, from: RemoteInfo) => Uint8Array | readonly Uint8Array[] | null

const fenceBytes = 1

/** A scripted time server on the loopback interface. */
export class TestTimeServer {
  readonly #socket: Socket = createSocket('udp4')
  /** Scripted reply; null for none. */
  answer: Answer
  readonly requests: Uint8Array[] = []
  port = 0

  constructor(answer: Answer) {
    this.answer = answer
  }

  async start(t: TestContext, host = '127.0.0.1', port = 0): Promise<this> {
    this.#socket.on('message', (packet, from) => this.#hear(packet, from))
    this.#socket.bind(port, host)
    await once(this.#socket, 'listening')
    t.after(() => this.#socket.close())
    this.port = this.#socket.address().port
    return this
  }

  /** Resolves when all that was said to it so far is answered, and the answers are there. */
  async fence(): Promise<void> {
    const socket = createSocket('udp4')
    const { address, port } = this.#socket.address()
    socket.send(Buffer.alloc(fenceBytes), port, address)
    await once(socket, 'message')
    socket.close()
    await setImmediate()
  }

  #hear(packet: Uint8Array, from: RemoteInfo): void {
    const { address, port } = from
    if (packet.length === fenceBytes) return this.#socket.send(packet, port, address)
    assert.equal(packet.length, 48)
    this.requests.push(Uint8Array.from(packet))
    for (const one of [this.answer(packet, from) ?? []].flat()) this.#socket.send(one, port, address)
  }
}

const stepMs = 100

/** Lets virtual time pass, but never while an answer is on its way, until that is so. */
export const until = async <T>(done: Promise<T>, clock: VirtualClock, ...servers: TestTimeServer[]): Promise<T> => {
  const waiting = new Set([done])
  const end = (): void => void waiting.delete(done)
  done.then(end, end)
  while (waiting.size > 0) {
    for (const server of servers) await server.fence()
    await setImmediate()
    if (waiting.size > 0) await clock.advanceAsync(stepMs)
  }
  return done
}
