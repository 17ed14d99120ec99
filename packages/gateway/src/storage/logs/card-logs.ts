import type { Clock } from '@busbar/kit'
import type { Card } from '../card/card.ts'

/** Part of the card interface that logs use. */
type LogFilesCard = Pick<Card, 'append' | 'rename' | 'remove'>

const files = ['SYSTEM', 'RESTARTS', 'ATM'] as const
export type LogFile = (typeof files)[number]

/** Each part of the gateway has a flag, and a file that its lines go to. */
const fileOf = {
  system: 'SYSTEM',
  lwip: 'SYSTEM',
  forwarding: 'SYSTEM',
  wireguard: 'SYSTEM',
  tasks: 'SYSTEM',
  api: 'SYSTEM',
  restarts: 'RESTARTS',
  atm: 'ATM',
} as const satisfies Record<string, LogFile>
export type LogTag = keyof typeof fileOf
export type LogFlags = Readonly<Partial<Record<LogTag, boolean>>>

/** Lines are collected for this time or up to a limit, because each write wears the card. */
const gatherMs = 60_000
const enoughBytes = 16_384
const waitingBytesMax = 32_768
/** After the card has refused. */
const pauseMs = 60_000
const fileBytesMax = 1_048_576
/** `SYSTEM.LOG`, and `SYSTEM1.LOG` to `SYSTEM3.LOG` before it. */
const oldFiles = 3
/** Limit of all files of a day; above it only errors are written. */
const dayBytesMax = 16 * 1_048_576

export interface CardLogsOptions {
  readonly card: LogFilesCard
  readonly flags: LogFlags
  readonly clock: Clock
  /** Its UTC fields are the local time. */
  readonly localNow: () => Date
  /** The first line of a file, for people. */
  readonly headOf: (file: LogFile) => string
}

/** Setting `logFlags`: log files on the card. A card that refuses them loses only these lines. */
export class CardLogs {
  readonly #options: CardLogsOptions
  readonly #waiting: Record<LogFile, string[]> = { SYSTEM: [], RESTARTS: [], ATM: [] }
  #waitingBytes = 0
  #day = ''
  #dayBytes = 0
  #dropped = 0
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: CardLogsOptions) {
    this.#options = options
  }

  isOn(tag: LogTag): boolean {
    return this.#options.flags[tag] === true
  }

  /** Errors and restarts are written at once. */
  add(tag: LogTag, level: string, text: string): void {
    if (!this.isOn(tag)) return
    const { clock, localNow } = this.#options
    const stamp = localNow().toISOString().slice(0, 23).replace('T', ' ')
    this.#beginDay(stamp.slice(0, 10))
    const line = `${stamp} ${tag} ${level} ${text}\r\n`
    const bytes = Buffer.byteLength(line)
    const isError = level === 'error'
    const isOver = this.#dayBytes + bytes > dayBytesMax && !isError
    if (isOver || clock.now() < this.#pausedUntilMs || this.#waitingBytes + bytes > waitingBytesMax) {
      this.#dropped += 1
      return
    }
    this.#dayBytes += bytes
    this.#waitingBytes += bytes
    this.#waiting[fileOf[tag]].push(line)
    if (isError || tag === 'restarts' || this.#waitingBytes >= enoughBytes) void this.flush()
    else this.#cancel ??= clock.after(gatherMs, () => void this.flush())
  }

  /** Writes all waiting lines, if the card accepts them. */
  flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Unwritten lines are counted in the first line of the next day, or when the card recovers. */
  #beginDay(day: string): void {
    if (day === this.#day) return
    this.#day = day
    this.#dayBytes = 0
  }

  async #write(): Promise<void> {
    for (const file of files) {
      const lines = this.#waiting[file].splice(0)
      if (lines.length === 0) continue
      const text = `${this.#droppedNotice()}${lines.join('')}`
      this.#waitingBytes -= lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
      const dropped = this.#dropped
      try {
        const { card, headOf } = this.#options
        const size = await card.append(`/LOGS/${file}.LOG`, Buffer.from(text), Buffer.from(`# ${headOf(file)}\r\n`))
        this.#dropped -= dropped
        if (size >= fileBytesMax) await this.#rotate(file)
      } catch {
        // The card is full, ejected or removed; the journal has the lines.
        this.#dropped += lines.length
        this.#pausedUntilMs = this.#options.clock.now() + pauseMs
      }
    }
  }

  #droppedNotice(): string {
    if (this.#dropped === 0) return ''
    const stamp = this.#options.localNow().toISOString().slice(0, 23).replace('T', ' ')
    return `${stamp} system warn ${this.#dropped} lines were left out\r\n`
  }

  async #rotate(file: LogFile): Promise<void> {
    const { card } = this.#options
    const pathOf = (age: number): string => `/LOGS/${file}${age === 0 ? '' : age}.LOG`
    await card.remove(pathOf(oldFiles)).catch(() => undefined)
    for (let age = oldFiles - 1; age > 0; age -= 1)
      await card.rename(pathOf(age), pathOf(age + 1)).catch(() => undefined)
    await card.rename(pathOf(0), pathOf(1))
  }
}
