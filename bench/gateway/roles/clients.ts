import { connect, type Socket } from 'node:net'
import type { Client } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { read, units } from '../line.ts'
import { timed } from '../timed.ts'

export interface ClientsActs extends Acts {
  connect(to: { port: number; count: number }): Promise<void>
  /** The first of them, one request after another. */
  ask(rounds: number): Promise<number[]>
  /** All of them for so long, each asking as soon as it was answered; gives how often each was. */
  readFor(ms: number): Promise<number[]>
  /** Starts a client that sends continuously until `calm`, which returns its number of responses. */
  flood(port: number): void
  calm(): number
}

const host = '127.0.0.1'
const timeoutMs = 30_000
const floodFrame = Buffer.from('000100000006010300000002', 'hex')
let clients: Client[] = []
const [answerBytes, refusalBytes] = [13, 9]
let flooder: Socket | undefined
let floodAnswers = 0

const acts: ClientsActs = {
  async connect({ port, count }) {
    for (const client of clients) client.close()
    clients = await Promise.all(Array.from({ length: count }, () => dial({ host, port, envelope: 'tcp', timeoutMs })))
  },
  ask(rounds) {
    const [client] = clients
    if (client === undefined) throw new Error('nobody is connected')
    return timed(client, rounds)
  },
  readFor(ms) {
    const untilMs = performance.now() + ms
    const poll = async (client: Client, unit: number): Promise<number> => {
      let answered = 0
      while (performance.now() < untilMs) {
        const answer = await client.ask(unit, read)
        if ('err' in answer) throw new Error(`unit ${unit}: ${answer.err}`)
        if (performance.now() < untilMs) answered += 1
      }
      return answered
    }
    return Promise.all(clients.map((client, at) => poll(client, units[at % units.length] ?? 1)))
  },
  flood(port) {
    const socket = connect({ host, port })
    const many = Buffer.concat(Array.from({ length: 100 }, () => floodFrame))
    const send = (): void => {
      while (!socket.destroyed && socket.write(many));
    }
    flooder = socket
    floodAnswers = 0
    let rest = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (let size = sizeOf(rest); rest.length >= size; size = sizeOf(rest)) {
        if (size === answerBytes) floodAnswers += 1
        rest = rest.subarray(size)
      }
    })
    socket.on('connect', send).on('drain', send)
    socket.on('error', () => {})
  },
  calm() {
    flooder?.destroy()
    return floodAnswers
  },
}

/** Size of the frame that begins here: a response or an exception. */
const sizeOf = (bytes: Buffer): number => ((bytes[7] ?? 0) > 0x80 ? refusalBytes : answerBytes)

play(acts)
