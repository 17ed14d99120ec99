import type { Clock } from '@busbar/kit'
import type { ByteStream } from '@busbar/modbus'
import { isSamePort, type LineSettings } from '../request.ts'

/** User of the port. */
export interface PortUser {
  opened(): void
  received(bytes: Uint8Array): void
  drained(): void
  /** The port does not support these line settings. Another line may be chosen; otherwise the port is lost. */
  refused(line: LineSettings): void
  /** The port is closed and must be opened again before sending. */
  lost(): void
}

export interface PortKeeperOptions {
  readonly openPort: OpenPort
  readonly clock: Clock
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void }
}

const firstWaitMs = 100
const waitMaxMs = 3000
/** A port that closes sooner than this is unstable: the next wait is longer. */
const stableMs = 3000

const nobody: PortUser = { opened() {}, received() {}, drained() {}, refused() {}, lost() {} }

/** Has the port open for the line that is wanted, and opens it again when it is lost. */
export class SerialPortKeeper {
  readonly #options: PortKeeperOptions
  #user: PortUser = nobody
  #line: LineSettings
  #port: ByteStream | undefined
  #problem: string | null = null
  #isLost = true
  #isStopped = true
  #running: Promise<void> = Promise.resolve()
  #waitMs = firstWaitMs
  /** Ends the pause before the next attempt. */
  #hurry: () => void = () => {}
  /** Called when the port is no longer available. */
  #onReleased: () => void = () => {}

  constructor(options: PortKeeperOptions, line: LineSettings) {
    this.#options = options
    this.#line = line
  }

  /** Open for the line that is wanted, or undefined. */
  get port(): ByteStream | undefined {
    return this.#port
  }

  get line(): LineSettings {
    return this.#line
  }

  get problem(): string | null {
    return this.#problem
  }

  /** Whether the port is lost, not only being reopened. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Done when the port was tried for the first time. */
  async start(): Promise<void> {
    const tried = Promise.withResolvers<void>()
    this.#isStopped = false
    this.#isLost = false
    this.#running = this.#run(tried.resolve)
    await tried.promise
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#isLost = true
    this.#leave()
    this.#hurry()
    await this.#running
  }

  setUser(user: PortUser): void {
    this.#user = user
    if (this.#port !== undefined) user.opened()
  }

  /** Reopens the port with other settings if necessary. */
  use(line: LineSettings): void {
    const isSame = isSamePort(line, this.#line)
    this.#line = line
    if (isSame) return
    this.#leave()
    this.#hurry()
  }

  /** Leaves the port, as if it were lost, and opens it again at once. */
  reopen(): void {
    this.#leave()
    this.#lose()
    this.#hurry()
  }

  async #run(tried: () => void): Promise<void> {
    while (this.#isOn()) {
      const line = this.#line
      const port = await this.#open(line)
      if (port === undefined) {
        this.#refuse(line)
        if (this.#isLost) tried()
      } else if (!this.#isOn() || !isSamePort(line, this.#line)) {
        await closeInTime(port, this.#options.clock)
      } else {
        await this.#have(port, tried)
      }
      if (this.#isLost && this.#isOn()) await this.#rest()
    }
    tried()
  }

  #isOn(): boolean {
    return !this.#isStopped
  }

  async #open(line: LineSettings): Promise<ByteStream | undefined> {
    try {
      return await openInTime(this.#options.openPort, line, this.#options.clock)
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  #refuse(line: LineSettings): void {
    if (isSamePort(line, this.#line)) this.#user.refused(line)
    if (isSamePort(line, this.#line)) this.#lose()
  }

  /** Until it is closed, by our wish or not. */
  async #have(port: ByteStream, tried: () => void): Promise<void> {
    const { clock, log } = this.#options
    const sinceMs = clock.now()
    const released = new Promise<void>((resolve) => {
      this.#onReleased = resolve
    })
    port.on('data', (bytes) => this.#port === port && this.#user.received(bytes))
    port.on('drain', () => this.#port === port && this.#user.drained())
    port.on('error', (error) => this.#drop(port, error.message))
    port.on('close', () => {
      this.#drop(port, 'the port was closed')
      this.#onReleased()
    })
    this.#port = port
    this.#isLost = false
    if (this.#problem !== null) log.info({ line: this.#line }, 'serial port is open again')
    this.#problem = null
    this.#user.opened()
    tried()
    await released
    if (clock.now() - sinceMs >= stableMs) this.#waitMs = firstWaitMs
  }

  /** Closes the port; resolves when it can be opened again. */
  #leave(): void {
    const port = this.#port
    if (port === undefined) return
    this.#port = undefined
    void closeInTime(port, this.#options.clock).then(this.#onReleased)
  }

  #drop(port: ByteStream, problem: string): void {
    if (this.#port !== port) return
    this.#fail(problem)
    this.#leave()
    this.#lose()
  }

  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#user.lost()
  }

  /** Logs a repeated problem only once. */
  #fail(problem: string): void {
    if (problem !== this.#problem)
      this.#options.log.warn({ line: this.#line, problem }, 'serial port could not be opened')
    this.#problem = problem
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        this.#hurry = () => {}
        resolve()
      }
      const cancel = this.#options.clock.after(this.#waitMs, end)
      this.#hurry = end
      this.#waitMs = Math.min(2 * this.#waitMs, waitMaxMs)
    })
  }
}

/** Opens the port with the line's speed and format. Its error contains advice. */
export type OpenPort = (line: LineSettings) => Promise<ByteStream>

/** Timeout for opening or closing. */
const limitMs = 5000

/** The port, or an error. One that opens too late is closed again. */
const openInTime = (openPort: OpenPort, line: LineSettings, clock: Clock): Promise<ByteStream> =>
  new Promise((resolve, reject) => {
    let isLate = false
    const cancel = clock.after(limitMs, () => {
      isLate = true
      reject(new Error('the port does not open; is its adapter hanging?'))
    })
    void attempt(openPort, line).then(
      (port) => {
        cancel()
        if (isLate) void closeInTime(port, clock)
        else resolve(port)
      },
      (error: unknown) => {
        cancel()
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })

/** Resolves when the port can be opened again. */
const closeInTime = (port: ByteStream, clock: Clock): Promise<void> =>
  new Promise((done) => {
    const cancel = clock.after(limitMs, done)
    port.on('error', () => {})
    port.on('close', () => {
      cancel()
      done()
    })
    port.destroy()
  })

/** Turns a synchronous throw into a rejection. */
const attempt = async (openPort: OpenPort, line: LineSettings): Promise<ByteStream> => openPort(line)
