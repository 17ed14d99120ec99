import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { at } from '@busbar/kit'
import { isSignedBy, newPrivateKey, type SigningKey, signingKey } from '@busbar/uplink/handshake'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const unhex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** The announcement of a new gateway; its last byte of the MAC is `number`. */
export const announcement = (number: number, flags = '0001', code = '05f5e100'): string =>
  `0000 0000 0019 ff 03 16 0208 0103 0002 0000 005e 0010 ${(number >> 8).toString(16).padStart(4, '0')} ${(number & 255).toString(16).padStart(4, '0')} ${flags} ${code}`
export const macOf = (number: number): string =>
  `02:00:5e:10:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`

export const newKey = (): SigningKey => signingKey(newPrivateKey())

interface Options {
  port: number
  number: number
  /** Null: it knows nothing of keys. */
  key?: SigningKey | null
  isTls?: boolean
  /** Instead of its own. */
  announcement?: string
  /** Instead of what it would answer itself; null says nothing. */
  answer?: (pdu: Buffer, own: () => Buffer) => Buffer | null
}

/** A gateway that builds its bytes by hand, independently of the code under test. */
export class TestGateway extends EventEmitter<{ news: [] }> {
  readonly #options: Options
  #socket: Socket | null = null
  #rest = Buffer.alloc(0)
  #nonces = { cloud: Buffer.alloc(0), own: randomBytes(32) }
  /** Every frame that came, in hexadecimal. */
  readonly received: string[] = []
  isClosed = false
  code: number | null = null
  /** The cloud's, once it has proven it. */
  cloudKey: string | null = null

  constructor(options: Options) {
    super()
    this.setMaxListeners(0)
    this.#options = options
  }

  call(): this {
    const { port, isTls = false } = this.#options
    const announce = (): void => this.say(this.#options.announcement ?? announcement(this.#options.number))
    const address = { port, host: '127.0.0.1' }
    this.#socket = isTls ? connectTls({ ...address, rejectUnauthorized: false }, announce) : connect(address, announce)
    this.#socket.on('data', (bytes: Buffer) => this.#hear(bytes))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.isClosed = true
      this.emit('news')
    })
    return this
  }

  say(bytes: string): void {
    this.#socket?.write(unhex(bytes))
  }

  hangUp(): void {
    this.#socket?.destroy()
  }

  /** Response to a PDU on this connection. */
  answerTo(pdu: Buffer): Buffer {
    return this.#own(pdu)
  }

  /** Answers the last frame that came. */
  reply(answer: Buffer): void {
    const head = unhex(at(this.received, this.received.length - 1)).subarray(0, 7)
    head.writeUInt16BE(answer.length + 1, 4)
    this.#socket?.write(Buffer.concat([head, answer]))
  }

  /** Waits until something is so. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.once('news', resolve))
  }

  closed(): Promise<void> {
    return this.until(() => this.isClosed)
  }

  #hear(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes])
    for (let size = this.#size(); this.#rest.length >= size; size = this.#size()) {
      const frame = this.#rest.subarray(0, size)
      this.#rest = this.#rest.subarray(size)
      this.received.push(hex(frame))
      this.#answer(frame.subarray(7))
    }
    this.emit('news')
  }

  #size(): number {
    return this.#rest.length < 6 ? Number.POSITIVE_INFINITY : 6 + this.#rest.readUInt16BE(4)
  }

  #answer(pdu: Buffer): void {
    const own = (): Buffer => this.#own(pdu)
    const answer = this.#options.answer === undefined ? own() : this.#options.answer(pdu, own)
    if (answer !== null) this.reply(answer)
  }

  #own(pdu: Buffer): Buffer {
    const { key = null } = this.#options
    switch (at(pdu, 0)) {
      case 0x42:
        return key === null ? unhex('c201') : this.#exchangeProofs(key, pdu)
      case 16:
        this.code = pdu.readUInt32BE(6)
        return pdu.subarray(0, 5)
      case 3:
        // Every register shows its own address.
        return Buffer.concat([Buffer.of(3, 2), pdu.subarray(1, 3)])
      default:
        return unhex('8001')
    }
  }

  #exchangeProofs(key: SigningKey, pdu: Buffer): Buffer {
    const mac = unhex(macOf(this.#options.number).replaceAll(':', ''))
    const tls = this.#options.isTls === true ? (this.#socket as TLSSocket) : null
    const binding = tls?.exportKeyingMaterial(32, 'EXPORTER-busbar-call-back', Buffer.alloc(0)) ?? Buffer.alloc(32)
    const { own } = this.#nonces
    if (pdu[1] === 1) {
      const cloud = Buffer.from(pdu.subarray(2, 34))
      this.#nonces = { own, cloud }
      const message = Buffer.concat([Buffer.from('busbar call-back gateway\0\x01'), mac, cloud, own, binding])
      return Buffer.concat([unhex('4201'), key.publicKey, own, key.sign(message)])
    }
    const [cloudKey, signature] = [pdu.subarray(2, 34), pdu.subarray(34)]
    const { cloud } = this.#nonces
    const purpose = Buffer.from('busbar call-back cloud\0\x01')
    const message = Buffer.concat([purpose, mac, cloud, own, key.publicKey, binding])
    if (!isSignedBy(cloudKey, message, signature)) return unhex('420200')
    this.cloudKey = hex(cloudKey)
    return unhex('420201')
  }
}
