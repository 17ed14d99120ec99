import type { Socket } from 'node:net'
import { type Clock, exponentialBackOff } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ByteStream, EnvelopeName } from '@busbar/modbus'
import { ConnectionSlots, type Listener, listen } from '@busbar/modbus/net'
import type { Lifecycle } from '../base/lifecycle.ts'
import type { UnitGate } from '../bus/gate/requester.ts'
import { TcpClient, type TcpClientStatus } from './tcp-client.ts'

const unreadMax = 65_536

/** Raw clients of the serial port: all receive its bytes, and each may send. */
class RawClients {
  readonly #clients = new Set<TcpClient>()
  /** A stream cannot be left: each is listened to once. */
  readonly #listened = new WeakSet<ByteStream>()

  join(client: TcpClient, line: ByteStream): void {
    const { socket } = client
    this.#listen(line)
    this.#clients.add(client)
    client.watch()
    socket.on('error', () => {})
    socket.once('close', () => this.#clients.delete(client))
    socket.on('data', (bytes: Buffer) => {
      // The port is slower than the network.
      if (line.write(bytes) === false) socket.pause()
    })
  }

  #listen(line: ByteStream): void {
    if (this.#listened.has(line)) return
    this.#listened.add(line)
    line.on('data', (bytes) => this.#broadcast(Uint8Array.from(bytes)))
    line.on('drain', () => this.#clients.forEach(({ socket }) => socket.resume()))
    line.on('error', () => this.#leave())
    line.on('close', () => this.#leave())
  }

  #broadcast(bytes: Uint8Array): void {
    for (const { socket } of this.#clients) {
      socket.write(bytes)
      // The client does not read: responses stored for it would grow without limit.
      if (socket.writableLength > unreadMax) socket.destroy()
    }
  }

  /** The stream of the port has ended for all clients. */
  #leave(): void {
    for (const { socket } of this.#clients) socket.destroy()
  }
}

/** Fields of `ownSrv` that the server uses. */
export interface TcpServerSettings {
  readonly ethListenPort: number
  readonly delayForKeepaliveSec: number | null
  /** 1 RAW: RTU frames as they are on the bus; 2 Modbus TCP. */
  readonly ethClientsProtocol: number
}

/** State group `mbTcpServer`, without the clients on GSM. */
export interface TcpServerStatus {
  readonly isActive: boolean
  readonly listenPortEth: number
  readonly clients: readonly TcpClientStatus[]
}

export interface TcpServerParts {
  readonly settings: TcpServerSettings
  /** Without a port the setting applies; 0 uses any free port. */
  readonly listenAddress: { readonly host: string; readonly port?: number }
  /** `isOpen`: raw bytes may pass unchecked. */
  readonly gate: UnitGate & { readonly isOpen: boolean }
  /** The serial port's bytes while it is in raw mode. */
  readonly openRaw?: () => ByteStream | null
  /** Returns the interface by which a client connected. */
  readonly arrivalOf?: (socket: Socket) => TcpClientStatus['interface']
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Takes over a connection that belongs to another server, and returns true. */
  readonly divert?: (socket: Socket) => boolean
  /** Name of its requesters: bus time is shared between names. */
  readonly name?: string
  readonly clientsMax?: number
  readonly clientsPerSourceMax?: number
}

const rawProtocol = 1
/** A client that has been idle this long is closed when a new one needs its place. */
const idleMsMin = 10_000
const [retryMinMs, retryMaxMs] = [1000, 30_000]

/** Modbus TCP server. */
export class TcpServer implements Lifecycle<TcpServerSettings, TcpServerStatus> {
  readonly #parts: TcpServerParts
  readonly #clients = new Set<TcpClient>()
  readonly #raw = new RawClients()
  readonly #seats: ConnectionSlots
  #settings: TcpServerSettings
  #listener: Listener | null = null
  #isStarted = false
  /** Openings and closings, one after another. */
  #turn: Promise<void> = Promise.resolve()
  #failures = 0
  #cancelRetry: () => void = () => {}
  #names = 0
  /** The most clients that there were at once. */
  clientsPeak = 0
  constructor(parts: TcpServerParts) {
    this.#parts = parts
    this.#settings = parts.settings
    const { clientsMax = 64, clientsPerSourceMax = 32, clock, log } = parts
    this.#seats = new ConnectionSlots({
      max: clientsMax,
      perSourceMax: clientsPerSourceMax,
      now: () => clock.now(),
      idleMsMin,
      onFull: (facts) => log.warn(facts, 'modbus tcp clients refused: limit reached'),
    })
  }

  /** Number of clients refused because of the limit. */
  get refused(): number {
    return this.#seats.refused
  }

  /** Port that is open now; 0 while it is closed. */
  get port(): number {
    return this.#listener?.port ?? 0
  }

  start(): Promise<void> {
    this.#isStarted = true
    return this.#inTurn(() => this.#open())
  }

  /** Clients stay connected unless the port changes; a new protocol applies to new clients. */
  apply(settings: TcpServerSettings): Promise<void> {
    return this.#inTurn(async () => {
      const portBefore = this.#configuredPort
      this.#settings = settings
      for (const client of this.#clients) client.keepAlive(settings.delayForKeepaliveSec)
      if (this.#configuredPort === portBefore) return
      await this.#close()
      await this.#open()
    })
  }

  stop(): Promise<void> {
    this.#isStarted = false
    return this.#inTurn(() => this.#close())
  }

  status(): TcpServerStatus {
    return {
      isActive: this.#listener !== null,
      listenPortEth: this.#listener?.port ?? this.#configuredPort,
      clients: Array.from(this.#clients, (client) => client.status()),
    }
  }

  get #configuredPort(): number {
    return this.#parts.listenAddress.port ?? this.#settings.ethListenPort
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act)
    this.#turn = done.catch(() => {})
    return done
  }

  /** Another program may use the port: that is logged, and the gateway retries. */
  async #open(): Promise<void> {
    const { listenAddress, clock, log } = this.#parts
    if (!this.#isStarted || this.#listener !== null) return
    try {
      this.#listener = await listen({
        host: listenAddress.host,
        port: this.#configuredPort,
        connectionsMax: Number.POSITIVE_INFINITY,
        envelope: 'tcp',
        handler: () => undefined,
        onConnection: (socket) => {
          if (this.#parts.divert?.(socket) !== true) this.accept(socket)
        },
        onError: (error) => log.warn({ err: error }, 'modbus tcp client could not be accepted'),
      })
    } catch (error) {
      const retryMs = exponentialBackOff(this.#failures, retryMinMs, retryMaxMs)
      this.#failures += 1
      log.warn({ err: error, port: this.#configuredPort, retryMs }, 'modbus tcp listener failed to bind')
      this.#cancelRetry = clock.after(retryMs, () => void this.#inTurn(() => this.#open()))
    }
  }

  async #close(): Promise<void> {
    this.#cancelRetry()
    this.#failures = 0
    const listener = this.#listener
    this.#listener = null
    await listener?.close()
  }

  /** Serves a connection, also one that another server accepted. */
  accept(socket: Socket): void {
    const { gate, clock, log, openRaw, arrivalOf } = this.#parts
    const client = new TcpClient(socket, this.#newName(), clock, arrivalOf?.(socket))
    const seat = this.#seats.take(socket.remoteAddress ?? '', {
      idleSince: () => client.lastReceivedMs,
      leave: () => socket.destroy(),
    })
    if (seat === null) return void socket.destroy()
    this.#clients.add(client)
    this.clientsPeak = Math.max(this.clientsPeak, this.#seats.size)
    socket.once('close', () => {
      seat.free()
      this.#clients.delete(client)
    })
    client.keepAlive(this.#settings.delayForKeepaliveSec)
    const line = openRaw?.() ?? null
    if (line !== null) return this.#joinRaw(client, line)
    const onError = (error: unknown): void => log.error({ err: error }, 'request could not be answered')
    client.serve(gate, this.#envelope, onError)
  }

  #joinRaw(client: TcpClient, line: ByteStream): void {
    const { gate, log } = this.#parts
    if (gate.isOpen) return this.#raw.join(client, line)
    log.warn({ from: client.requester.from }, 'raw mode client refused: a password is required')
    client.socket.destroy()
  }

  get #envelope(): EnvelopeName {
    return this.#settings.ethClientsProtocol === rawProtocol ? 'rtu' : 'tcp'
  }

  #newName(): string {
    this.#names += 1
    return `${this.#parts.name ?? 'tcp'} ${this.#names}`
  }
}
