import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import { generate, type IConnectPacket, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import { MqttRefused } from './refused.ts'

export interface Message {
  topic: string
  payload: string
  qos: 0 | 1
  retain: boolean
  /** The broker forgets it after so long, where it can. */
  expirySec?: number
}

/** A message that was received. */
export interface ReceivedMessage {
  topic: string
  payload: Buffer
  /** It was kept by the broker, or delivered before. */
  isRetained: boolean
  isDuplicate: boolean
  /** The topic on which the sender expects a response (MQTT 5). */
  responseTopic: string | null
}

export interface ConnectionOptions {
  clock: Clock
  /** Connected, and encrypted where it is to be. */
  socket: Socket
  version: 4 | 5
  clientId: string
  user: string | null
  password: string | null
  will: Message
  onMessage: (arrived: ReceivedMessage) => void
}

const keepAliveSec = 30
const answerMs = 10_000
/** Maximum size of an incoming packet; no peer needs to send more. */
const packetBytesMax = 65_536
const inFlightDefault = 20

interface PendingAnswer {
  resolve: (packet: Packet) => void
  reject: (error: Error) => void
  cancel: () => void
}

/** A connection to a broker, from its first packet to its end. Requests that are unanswered then are rejected. */
export class MqttConnection {
  readonly #options: ConnectionOptions
  readonly #waiting = new Map<string, PendingAnswer>()
  readonly #closed = Promise.withResolvers<string>()
  #reason = 'The connection was closed.'
  #isEnded = false
  #nextId = 1
  #bytesOfPacket = 0
  #cancelBeat: () => void = () => {}
  #lastReceivedMs: number
  /** How many messages may wait for their answer. */
  inFlightMax = inFlightDefault

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#lastReceivedMs = options.clock.now()
  }

  isOpen(): boolean {
    return !this.#isEnded
  }

  /** Why it has ended, once it has. */
  get closed(): Promise<string> {
    return this.#closed.promise
  }

  /** Rejects where the broker does not want us. */
  async open(): Promise<void> {
    const { socket, version, clientId, user, password, will } = this.#options
    const read = parser({ protocolVersion: version })
    read.on('packet', (packet: Packet) => this.#take(packet))
    read.on('error', (error: Error) => this.#fail(`The broker sent what is not MQTT: ${error.message}`))
    socket.on('data', (bytes: Buffer) => {
      this.#bytesOfPacket += bytes.length
      read.parse(bytes)
      if (this.#bytesOfPacket > packetBytesMax) this.#fail('The broker sent a packet that is too large.')
    })
    socket.on('error', (error) => (this.#reason = error.message))
    socket.on('close', () => this.#end())
    const connect: IConnectPacket = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: version,
      clean: true,
      clientId,
      keepalive: keepAliveSec,
      ...(user !== null && { username: user }),
      ...(password !== null && { password: Buffer.from(password) }),
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
      ...(version === 5 && { properties: { maximumPacketSize: packetBytesMax, receiveMaximum: inFlightDefault } }),
    }
    const answer = await this.#request('connack', connect)
    if (answer.cmd !== 'connack') return
    const code = (version === 5 ? answer.reasonCode : answer.returnCode) ?? 0
    if (code !== 0) {
      socket.destroy()
      throw new MqttRefused('The broker refused the connection', code)
    }
    this.inFlightMax = Math.min(inFlightDefault, answer.properties?.receiveMaximum ?? inFlightDefault)
    this.#beat()
  }

  /** Resolves when the broker has it; with QoS 0 when it is on its way. */
  async publish({ topic, payload, qos, retain, expirySec }: Message): Promise<void> {
    const messageId = qos === 0 ? undefined : this.#newId()
    const isExpiring = expirySec !== undefined && this.#options.version === 5
    const packet: IPublishPacket = {
      cmd: 'publish',
      topic,
      payload,
      qos,
      retain,
      dup: false,
      ...(messageId !== undefined && { messageId }),
      ...(isExpiring && { properties: { messageExpiryInterval: expirySec } }),
    }
    if (messageId === undefined) return this.#send(packet)
    const answer = await this.#request(`puback ${messageId}`, packet)
    const code = answer.cmd === 'puback' ? (answer.reasonCode ?? 0) : 0
    // 16: it has no subscribers, which is none of our business.
    if (code >= 128) throw new MqttRefused(`The broker refused ${topic}`, code)
  }

  async subscribe(topics: readonly string[]): Promise<void> {
    const messageId = this.#newId()
    const subscriptions = topics.map((topic) => ({ topic, qos: 1 as const }))
    const answer = await this.#request(`suback ${messageId}`, { cmd: 'subscribe', messageId, subscriptions })
    const granted = answer.cmd === 'suback' ? (answer.granted as number[]) : []
    const refused = granted.findIndex((code) => code >= 128)
    if (refused >= 0) throw new MqttRefused(`The broker refused to tell of ${topics[refused]}`, granted[refused] ?? 128)
  }

  /** As one who leaves properly: the will is not done. */
  end(): void {
    this.#reason = 'The connection was closed.'
    if (!this.#options.socket.destroyed) {
      const { socket } = this.#options
      this.#send({ cmd: 'disconnect' })
      socket.end(() => socket.destroy())
    }
    this.#cancelBeat()
  }

  #take(packet: Packet): void {
    this.#bytesOfPacket = 0
    this.#lastReceivedMs = this.#options.clock.now()
    if (packet.cmd === 'publish') return this.#arrive(packet)
    if (packet.cmd === 'disconnect')
      this.#reason = new MqttRefused('The broker ended the connection', packet.reasonCode ?? 0).message
    this.#settle(packet.cmd, packet)
    this.#settle(`${packet.cmd} ${packet.messageId}`, packet)
  }

  #settle(name: string, packet: Packet): void {
    const waiting = this.#waiting.get(name)
    if (waiting === undefined) return
    this.#waiting.delete(name)
    waiting.cancel()
    waiting.resolve(packet)
  }

  /** The message is acknowledged before it is processed, so that the broker does not send it again. */
  #arrive({ topic, payload, qos, retain, dup, messageId, properties }: IPublishPacket): void {
    if (qos === 1 && messageId !== undefined) this.#send({ cmd: 'puback', messageId, reasonCode: 0 })
    this.#options.onMessage({
      topic,
      payload: Buffer.from(payload),
      isRetained: retain,
      isDuplicate: dup,
      responseTopic: properties?.responseTopic ?? null,
    })
  }

  #request(name: string, packet: Packet): Promise<Packet> {
    const { promise, resolve, reject } = Promise.withResolvers<Packet>()
    const cancel = this.#options.clock.after(answerMs, () => this.#fail('The broker does not answer.'))
    this.#waiting.set(name, { resolve, reject, cancel })
    this.#send(packet)
    return promise
  }

  #send(packet: Packet): void {
    const { socket, version } = this.#options
    if (!socket.destroyed) socket.write(generate(packet, { protocolVersion: version }))
  }

  #newId(): number {
    for (;;) {
      const id = this.#nextId
      this.#nextId = (id % 65_535) + 1
      if (!this.#waiting.has(`puback ${id}`) && !this.#waiting.has(`suback ${id}`)) return id
    }
  }

  #beat(): void {
    const { clock } = this.#options
    this.#cancelBeat = clock.after((keepAliveSec * 1000) / 2, () => {
      if (clock.now() - this.#lastReceivedMs > keepAliveSec * 1500) return this.#fail('The broker does not answer.')
      this.#send({ cmd: 'pingreq' })
      this.#beat()
    })
  }

  #fail(reason: string): void {
    this.#reason = reason
    this.#options.socket.destroy()
  }

  #end(): void {
    this.#isEnded = true
    this.#cancelBeat()
    for (const { reject, cancel } of this.#waiting.values()) {
      cancel()
      reject(new Error(this.#reason))
    }
    this.#waiting.clear()
    this.#closed.resolve(this.#reason)
  }
}
