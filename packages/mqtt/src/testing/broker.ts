import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import { passes } from '../filter.ts'

interface Client {
  send: (packet: Packet) => void
  socket: Socket
  filters: string[]
}

/** A broker of the least: takes, keeps and delivers. */
export class TestBroker {
  // An answer that the system holds back for 40 ms would be late by a clock that is handed in.
  readonly #server = createServer({ noDelay: true }, (socket) => this.#serve(socket))
  readonly #clients = new Set<Client>()
  readonly #unread = new Map<string, string>()
  readonly #waiting: { topic: string; resolve: (payload: string) => void }[] = []
  /** Number of messages that were delivered and acknowledged. */
  acknowledged = 0
  /** The code that connections are answered with. */
  code = 0
  /** Hears of every message that is taken. */
  onTaken: (topic: string, payload: string) => void = () => {}

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `mqtt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.drop()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Closes all connections. */
  drop(): void {
    for (const { socket } of this.#clients) socket.destroy()
  }

  /** Returns the next message of a topic, or the last one that was not returned yet. */
  async next(topic: string): Promise<string> {
    const payload = this.#unread.get(topic)
    this.#unread.delete(topic)
    return payload ?? new Promise((resolve) => this.#waiting.push({ topic, resolve }))
  }

  deliver(topic: string, payload: string, more: Partial<IPublishPacket> = {}): void {
    const packet: IPublishPacket = {
      cmd: 'publish',
      topic,
      payload,
      qos: 1,
      dup: false,
      retain: false,
      messageId: 7,
      ...more,
    }
    for (const { filters, send } of this.#clients) if (filters.some((filter) => passes(filter, topic))) send(packet)
  }

  #serve(socket: Socket): void {
    const options = { protocolVersion: 5 }
    const client: Client = { socket, filters: [], send: (packet) => void socket.write(generate(packet, options)) }
    this.#clients.add(client)
    socket.on('close', () => this.#clients.delete(client))
    socket.on('error', () => {})
    const read = parser(options)
    socket.on('data', (bytes: Buffer) => read.parse(bytes))
    read.on('packet', (packet: Packet) => this.#take(client, packet))
  }

  #take({ filters, send }: Client, packet: Packet): void {
    if (packet.cmd === 'connect') send({ cmd: 'connack', sessionPresent: false, reasonCode: this.code })
    if (packet.cmd === 'pingreq') send({ cmd: 'pingresp' })
    if (packet.cmd === 'puback') this.acknowledged += 1
    if (packet.cmd === 'subscribe') {
      filters.push(...packet.subscriptions.map(({ topic }) => topic))
      send({ cmd: 'suback', messageId: packet.messageId ?? 1, granted: packet.subscriptions.map(() => 1) })
    }
    if (packet.cmd !== 'publish') return
    const { topic, messageId, qos } = packet
    if (qos === 1 && messageId !== undefined) send({ cmd: 'puback', messageId, reasonCode: 0 })
    this.onTaken(topic, packet.payload.toString())
    this.#onPublish(topic, packet.payload.toString())
    this.deliver(topic, packet.payload.toString())
  }

  #onPublish(topic: string, payload: string): void {
    const at = this.#waiting.findIndex((one) => one.topic === topic)
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1)
    if (waiting === undefined) this.#unread.set(topic, payload)
    else waiting.resolve(payload)
  }
}
