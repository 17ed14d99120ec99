import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '@busbar/kit'
import { reconnectDelayMs } from '@busbar/kit'
import { type IncomingSms, readDeliver } from './deliver.ts'
import { answerBit, bindBody, commands, encodePdu, type Pdu, PduReader } from './pdu.ts'

export interface SmppOptions {
  host: string
  port: number
  isTls: boolean
  systemId: string
  password: string
  clock: Clock
  chance: () => number
  onSms: (sms: IncomingSms) => void
  log: { info(details: object, message: string): void }
}

/** `closed`: before there was an answer. */
export type Answer = { status: number } | { err: 'not-connected' | 'closed' | 'no-answer' }

const answerMsMax = 20_000
const enquireMs = 30_000
/** Requests that wait for an answer; a provider allows about so many. */
const openMax = 64

/** Stays bound to a provider as a transceiver: dials again when the connection is gone, and asks now and then whether it is there. */
export class SmppLink {
  readonly #options: SmppOptions
  readonly #open = new Map<number, (answer: Answer) => void>()
  #socket: Socket | null = null
  #isBound = false
  #isStopped = true
  #sequence = 0
  #failures = 0
  #cancel: () => void = () => {}

  constructor(options: SmppOptions) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.#dial()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#socket?.destroy()
  }

  get isBound(): boolean {
    return this.#isBound
  }

  submit(body: Buffer): Promise<Answer> {
    if (!this.#isBound) return Promise.resolve({ err: 'not-connected' })
    return this.#ask(commands.submitSm, body)
  }

  #dial(): void {
    const { host, port, isTls } = this.#options
    const reader = new PduReader()
    const socket = isTls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on(isTls ? 'secureConnect' : 'connect', () => void this.#bind(socket))
    socket.on('data', (bytes: Buffer) => {
      try {
        for (const pdu of reader.read(bytes)) this.#take(socket, pdu)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined)
      }
    })
    socket.on('error', (error) => this.#options.log.info({ err: error }, 'the SMPP connection failed'))
    socket.on('close', () => this.#closed())
    // Also for a connection that is never made.
    this.#cancel = this.#options.clock.after(answerMsMax, () =>
      socket.destroy(new Error('no answer from the provider')),
    )
  }

  async #bind(socket: Socket): Promise<void> {
    const { systemId, password } = this.#options
    const answer = await this.#ask(commands.bindTransceiver, bindBody(systemId, password))
    if (!('status' in answer) || answer.status !== 0) {
      const status = 'status' in answer ? `status ${answer.status}` : answer.err
      socket.destroy(new Error(`the provider refused to bind: ${status}`))
      return
    }
    this.#isBound = true
    this.#failures = 0
    this.#options.log.info({}, 'the SMPP connection is bound')
    this.#enquireLater(socket)
  }

  #enquireLater(socket: Socket): void {
    this.#cancel()
    this.#cancel = this.#options.clock.after(enquireMs, () => {
      void this.#ask(commands.enquireLink, Buffer.alloc(0)).then((answer) => {
        if ('status' in answer) this.#enquireLater(socket)
        else socket.destroy()
      })
    })
  }

  #closed(): void {
    this.#isBound = false
    this.#cancel()
    for (const settle of this.#open.values()) settle({ err: 'closed' })
    this.#open.clear()
    if (this.#isStopped) return
    const { clock, chance } = this.#options
    this.#cancel = clock.after(reconnectDelayMs(this.#failures, chance()), () => this.#dial())
    this.#failures += 1
  }

  async #ask(command: number, body: Buffer): Promise<Answer> {
    const socket = this.#socket
    if (!socket?.writable || this.#open.size >= openMax) return { err: 'not-connected' }
    this.#sequence = (this.#sequence % 0x7fffffff) + 1
    const sequence = this.#sequence
    const answered = new Promise<Answer>((resolve) => this.#open.set(sequence, resolve))
    const cancel = this.#options.clock.after(answerMsMax, () => this.#settle(sequence, { err: 'no-answer' }))
    socket.write(encodePdu({ command, status: 0, sequence, body }))
    const answer = await answered
    cancel()
    return answer
  }

  #settle(sequence: number, answer: Answer): void {
    this.#open.get(sequence)?.(answer)
    this.#open.delete(sequence)
  }

  #take(socket: Socket, { command, status, sequence, body }: Pdu): void {
    if (command >= answerBit) {
      this.#settle(sequence, { status })
      return
    }
    const known: readonly number[] = [commands.enquireLink, commands.deliverSm, commands.unbind]
    const answer = known.includes(command)
      ? { command: command + answerBit, status: 0, body: Buffer.alloc(command === commands.deliverSm ? 1 : 0) }
      : { command: commands.genericNack, status: 3, body: Buffer.alloc(0) }
    socket.write(encodePdu({ ...answer, sequence }))
    if (command === commands.unbind) socket.end()
    const sms = command === commands.deliverSm ? readDeliver(body) : null
    if (sms !== null) this.#options.onSms(sms)
  }
}
