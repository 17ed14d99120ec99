import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getuid } from 'node:process'
import type { Clock } from '@busbar/kit'
import { socketPaths } from './address.ts'
import { DBusError } from './dbus-error.ts'
import { bus, decodeMessage, encodeMessage, isBelow, type Message, matchRule, type SignalMatch } from './message.ts'
import { Splitter } from './splitter.ts'
import { type Properties, plainProperties, textOf, type Value } from './value.ts'

const lineBytesMax = 16_384
const refusal = 'org.freedesktop.DBus.Error.AuthFailed'

/**
 * Authenticates as the user of this process, which the system vouches for (EXTERNAL). Bytes that follow the answer are
 * kept.
 */
const authenticate = async (socket: Socket, uid: number, signal: AbortSignal): Promise<void> => {
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(uid)).toString('hex')}\r\n`)
  const answer = await readLine(socket, signal)
  if (!answer.startsWith('OK ')) throw new DBusError(`the bus does not let us in: ${answer.slice(0, 100)}`, refusal)
  socket.write('BEGIN\r\n')
}

const readLine = async (socket: Socket, signal: AbortSignal): Promise<string> => {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const part = socket.read() as Buffer | null
    if (part === null) {
      if (socket.readableEnded || socket.destroyed) throw new DBusError('the bus hung up', refusal)
      await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })])
      continue
    }
    bytes = Buffer.concat([bytes, part])
    const end = bytes.indexOf('\r\n')
    if (end >= 0) {
      socket.unshift(bytes.subarray(end + 2))
      return bytes.toString('latin1', 0, end)
    }
    if (bytes.length > lineBytesMax) throw new DBusError('the bus talks without end', refusal)
  }
}

export interface MethodCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly Value[]
  readonly timeoutMs?: number
}

export interface Reply {
  readonly signature?: string
  readonly body: readonly Value[]
}

export interface ConnectionOptions {
  readonly address: string
  readonly clock: Clock
  /** Called once, when it has ended by itself or by the bus. */
  readonly onClose?: (why: Error) => void
  /** Answers incoming calls; a thrown error becomes the error reply. Without it every object is unknown. */
  readonly onCall?: (call: Message) => Promise<Reply>
  readonly messageBytesMax?: number
  readonly callsMax?: number
}

interface PendingCall {
  settle(outcome: Message | Error): void
}

interface Subscription extends SignalMatch {
  readonly listener: (signal: Message) => void
}

const openMs = 10_000
const callMs = 25_000
const subscriptionsMax = 256
/** Maximum number of unsent bytes. */
const outboxBytesMax = 4 * 1024 * 1024
const errors = 'org.freedesktop.DBus.Error'

/** Opens an authenticated socket to the bus. */
const welcomed = async (address: string, signal: AbortSignal): Promise<Socket> => {
  const socket = await dial(socketPaths(address), signal)
  try {
    await authenticate(socket, getuid?.() ?? 0, signal)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** A seat at a bus. */
export class Connection {
  readonly #socket: Socket
  readonly #options: ConnectionOptions
  readonly #pending = new Map<number, PendingCall>()
  readonly #subscriptions = new Set<Subscription>()
  /** The owner of a name that is listened to. */
  readonly #owners = new Map<string, string>()
  #serial = 0
  #failure: Error | undefined

  private constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
  }

  static async open(options: ConnectionOptions): Promise<Connection> {
    const enough = new AbortController()
    const cancel = options.clock.after(openMs, () => enough.abort(new DBusError('the bus is silent')))
    const socket = await welcomed(options.address, enough.signal).finally(cancel)
    const connection = new Connection(socket, options)
    connection.#listen()
    await connection.call({ ...bus, member: 'Hello' })
    return connection
  }

  get isClosed(): boolean {
    return this.#failure !== undefined
  }

  /** Calls a method and returns the values of its reply; rejects with an error reply. */
  call({ signature = '', body = [], timeoutMs = callMs, ...head }: MethodCall): Promise<readonly Value[]> {
    const { clock, callsMax = 256 } = this.#options
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#pending.size >= callsMax)
      return Promise.reject(new DBusError('too many calls wait', `${errors}.LimitsExceeded`))
    return new Promise((resolve, reject) => {
      const serial = this.#send({ type: 'call', ...head, signature, body })
      const settle = (outcome: Message | Error): void => {
        cancel()
        this.#pending.delete(serial)
        if (outcome instanceof Error) reject(outcome)
        else if (outcome.type === 'error') reject(errorOf(outcome))
        else resolve(outcome.body)
      }
      const cancel = clock.after(timeoutMs, () =>
        settle(new DBusError(`no answer to ${head.member} in time`, `${errors}.NoReply`)),
      )
      this.#pending.set(serial, { settle })
    })
  }

  /** Receives signals of the owner of a name; the returned function ends it. */
  async subscribe(match: SignalMatch, listener: (signal: Message) => void): Promise<() => void> {
    if (this.#subscriptions.size >= subscriptionsMax) throw new DBusError('too many listen', `${errors}.LimitsExceeded`)
    if (match.sender !== bus.destination) await this.#followOwner(match.sender)
    await this.#addMatch(matchRule(match))
    const subscription = { ...match, listener }
    this.#subscriptions.add(subscription)
    return () => void this.#subscriptions.delete(subscription)
  }

  emit(path: string, from: string, member: string, { signature, body }: Reply): void {
    this.#send({ type: 'signal', path, interface: from, member, body, ...(signature !== undefined && { signature }) })
  }

  /** Rejects all pending calls. */
  close(): void {
    this.#end(new DBusError('the connection to the bus was closed', `${errors}.Disconnected`), false)
  }

  #listen(): void {
    const splitter = new Splitter(this.#options.messageBytesMax ?? 4 * 1024 * 1024)
    this.#socket.on('data', (piece: Buffer) => {
      try {
        for (const bytes of splitter.push(piece)) {
          const message = decodeMessage(bytes)
          if (message !== undefined) this.#take(message)
        }
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)))
      }
    })
    this.#socket.on('error', (error) => this.#end(error))
    this.#socket.on('close', () => this.#end(new DBusError('the bus hung up', `${errors}.Disconnected`)))
  }

  #take(message: Message): void {
    switch (message.type) {
      case 'reply':
      case 'error':
        return this.#pending.get(message.replySerial ?? 0)?.settle(message)
      case 'signal':
        return this.#dispatch(message)
      case 'call':
        return void this.#answer(message)
    }
  }

  #dispatch(signal: Message): void {
    const { sender = '', interface: of, member, path = '' } = signal
    if (sender === bus.destination && member === 'NameOwnerChanged') {
      const [name, , owner] = signal.body
      if (this.#owners.has(textOf(name))) this.#owners.set(textOf(name), textOf(owner))
    }
    for (const subscription of this.#subscriptions) {
      const isFrom =
        sender === subscription.sender || (sender !== '' && sender === this.#owners.get(subscription.sender))
      const isOf =
        of === subscription.interface && (subscription.member === undefined || member === subscription.member)
      const isAbout = subscription.arg0 === undefined || signal.body[0] === subscription.arg0
      if (isFrom && isOf && isAbout && isBelow(path, subscription.pathNamespace ?? '/')) subscription.listener(signal)
    }
  }

  async #answer({ sender, serial, isReplyUnwanted, ...call }: Message): Promise<void> {
    const head = { replySerial: serial, ...(sender !== undefined && { destination: sender }) }
    try {
      if (this.#options.onCall === undefined) throw new DBusError('nothing is served here', `${errors}.UnknownMethod`)
      const reply = await this.#options.onCall({ ...call, serial, ...(sender !== undefined && { sender }) })
      if (isReplyUnwanted !== true && !this.isClosed) this.#send({ type: 'reply', ...head, ...reply })
    } catch (error) {
      if (isReplyUnwanted === true || this.isClosed) return
      const errorName = error instanceof DBusError ? error.errorName : `${errors}.Failed`
      this.#send({ type: 'error', ...head, errorName, signature: 's', body: [String(error)] })
    }
  }

  async #followOwner(name: string): Promise<void> {
    if (this.#owners.has(name) || name.startsWith(':')) return
    this.#owners.set(name, '')
    const member = 'NameOwnerChanged'
    await this.#addMatch(matchRule({ sender: bus.destination, interface: bus.interface, member, arg0: name }))
    const owner = await this.call({ ...bus, member: 'GetNameOwner', signature: 's', body: [name] }).catch(() => [''])
    // A change may have arrived before this reply, which then has the newer state.
    if (owner[0] !== '') this.#owners.set(name, textOf(owner[0]))
  }

  async #addMatch(rule: string): Promise<void> {
    await this.call({ ...bus, member: 'AddMatch', signature: 's', body: [rule] })
  }

  #send(message: Omit<Message, 'serial'>): number {
    this.#serial = (this.#serial % 0xffff_fffe) + 1
    this.#socket.write(encodeMessage({ ...message, serial: this.#serial }))
    if (this.#socket.writableLength > outboxBytesMax) this.#end(new DBusError('the bus takes nothing'))
    return this.#serial
  }

  #end(why: Error, isNotified = true): void {
    if (this.#failure !== undefined) return
    this.#failure = why
    this.#socket.destroy()
    for (const pending of this.#pending.values()) pending.settle(why)
    this.#subscriptions.clear()
    if (isNotified) this.#options.onClose?.(why)
  }
}

const errorOf = ({ errorName = '', body: [text] }: Message): DBusError =>
  new DBusError(typeof text === 'string' ? text : errorName, errorName)

/** Connects to the first socket that accepts. */
const dial = async (paths: readonly string[], signal: AbortSignal): Promise<Socket> => {
  let failure: unknown
  for (const path of paths) {
    const socket = connect({ path })
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      failure = error
    }
  }
  throw failure
}

const properties = 'org.freedesktop.DBus.Properties'

/** Returns all properties of one interface of an object. */
export const getAll = async (
  connection: Connection,
  destination: string,
  path: string,
  of: string,
): Promise<Properties> => {
  const call = { destination, path, interface: properties, member: 'GetAll', signature: 's', body: [of] }
  const [all] = await connection.call(call)
  return plainProperties(all)
}
