import type { Clock } from '@busbar/kit'
import type { Item } from '../bind/bound.ts'
import { readable } from '../parse/escape.rules.ts'
import { numberText } from '../running/format.rules.ts'
import type { Memory } from '../running/memory.ts'
import type { RunLog } from '../running/task.ts'
import type { Cell, Column, LogFormat } from './column.ts'
import { dat } from './dat.ts'
import { type LogCard, namesIn } from './log-card.ts'
import { dayOf, fileName, fileNumberMax, folderOf, numberOf } from './paths.rules.ts'
import type { TasksLogging } from './settings.ts'

const lineEnd = '\r\n'

/** Quoted where it would be read as something else (RFC 4180). */
const quoted = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const namesOf = ({ name, length }: Column): string[] =>
  length === null ? [name] : Array.from({ length }, (_, at) => `${name}[${at}]`)

/** Leaves unknown values empty. */
const textsOf = (cell: Cell, { type }: Column): string[] =>
  typeof cell === 'string'
    ? [readable(cell)]
    : cell.map((value) => (Number.isFinite(value) ? numberText(value, null, type === 'F64' ? 64 : 32) : ''))

/** Local time for people; a value in each column, an array in as many as it has. */
const csv = (separator: ';' | ',' | '\t', hasHeader: boolean): LogFormat => {
  const line = (texts: readonly string[]): Buffer =>
    Buffer.from(texts.map((text) => quoted(text, separator)).join(separator) + lineEnd)
  return {
    extension: 'CSV',
    header: (columns) => (hasHeader ? line(['time', ...columns.flatMap(namesOf)]) : new Uint8Array()),
    record: (columns, { local, cells }) =>
      line([local.toISOString().slice(0, 23), ...columns.flatMap((column, at) => textsOf(cells[at] ?? [], column))]),
  }
}

/** Formats by the number of the setting. */
export const formats: Readonly<Record<Exclude<TasksLogging['format'], null>, LogFormat>> = {
  1: dat,
  2: csv(';', true),
  3: csv(',', true),
  4: csv('\t', true),
  5: csv(';', false),
  6: csv(',', false),
  7: csv('\t', false),
}

/** Write interval: a power cut loses at most this much, and each write wears the card. */
const gatherMs = 5000
/** After the card has refused. */
const pauseMs = 60_000
const waitingBytesMax = 262_144
/** Amount that is written early, so that new lines fit while it is being written. */
const enoughBytes = waitingBytesMax / 2

export interface TaskLogOptions {
  readonly sourceFile: string
  readonly items: readonly Item[]
  readonly settings: TasksLogging & { readonly format: Exclude<TasksLogging['format'], null> }
  readonly card: LogCard
  readonly clock: Clock
  readonly now: () => Date
  readonly localNow: () => Date
  readonly warn: (error: unknown) => void
}

interface PendingRecord {
  readonly day: string
  readonly bytes: Uint8Array
}

interface OpenFile {
  readonly path: string
  readonly day: string
  size: number
}

/**
 * The log of a task. Records are collected and written together; a card that refuses them loses them, and the task
 * continues.
 */
export class TaskLog implements RunLog {
  readonly #options: TaskLogOptions
  readonly #columns: readonly Column[]
  readonly #format: LogFormat
  readonly #header: Uint8Array
  #waiting: PendingRecord[] = []
  #waitingBytes = 0
  #file: OpenFile | undefined
  /** Last file number of a day, so that its folder is scanned once. */
  #last: { readonly day: string; readonly number: number } | undefined
  #cancel: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()
  #pausedUntilMs = 0
  #isFailing = false

  constructor(options: TaskLogOptions) {
    this.#options = options
    this.#columns = options.items.filter(({ isLogged }) => isLogged)
    this.#format = formats[options.settings.format]
    this.#header = this.#format.header(this.#columns)
  }

  get isFailing(): boolean {
    return this.#isFailing
  }

  add(memory: Memory): void {
    const { clock, now, localNow } = this.#options
    if (clock.now() < this.#pausedUntilMs) return
    const local = localNow()
    const cells = this.#columns.map((column) => cellOf(column, memory))
    const bytes = this.#format.record(this.#columns, { atMs: now().getTime(), local, cells })
    if (this.#waitingBytes + bytes.length > waitingBytesMax) return this.#failed(new Error('the card is too slow'))
    const isEnough = this.#waitingBytes < enoughBytes && this.#waitingBytes + bytes.length >= enoughBytes
    this.#waiting.push({ day: dayOf(local), bytes })
    this.#waitingBytes += bytes.length
    if (isEnough) this.#flush()
    else this.#cancel ??= clock.after(gatherMs, () => this.#flush())
  }

  async stop(): Promise<void> {
    this.#flush()
    await this.#writing
  }

  #flush(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing = this.#writing.then(async () => {
      const records = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      try {
        await this.#write(records)
        if (records.length > 0) this.#isFailing = false
      } catch (error) {
        this.#failed(error)
      }
    })
  }

  /** A refused write may leave half a record, so the next attempt starts another file. */
  #failed(error: unknown): void {
    if (!this.#isFailing) this.#options.warn(error)
    this.#isFailing = true
    this.#file = undefined
    this.#pausedUntilMs = this.#options.clock.now() + pauseMs
  }

  async #write(records: readonly PendingRecord[]): Promise<void> {
    const { card, settings } = this.#options
    const sizeMax = (settings.fileSizeLimitKb + 1) * 1024
    for (let at = 0; at < records.length; ) {
      const first = records[at]
      if (first === undefined) return
      const isFit = this.#file?.day === first.day && this.#file.size + first.bytes.length <= sizeMax
      const file: OpenFile = isFit && this.#file ? this.#file : await this.#nextFile(first.day)
      const parts: Uint8Array[] = []
      let size = file.size === 0 ? this.#header.length : file.size
      // A file has one record at least, however long that is.
      do {
        const { bytes } = records[at] ?? first
        parts.push(bytes)
        size += bytes.length
        at += 1
      } while (records[at]?.day === file.day && size + (records[at]?.bytes.length ?? 0) <= sizeMax)
      // The file may have been removed: it is then created again with its header.
      file.size = await card.append(file.path, Buffer.concat(parts), this.#header)
      this.#file = file
    }
  }

  /** Files of earlier starts are not continued, because their columns may differ. */
  async #nextFile(day: string): Promise<OpenFile> {
    const folder = `${folderOf(this.#options.sourceFile)}/${day}`
    const before = this.#last?.day === day ? this.#last.number : await this.#lastIn(folder)
    if (before >= fileNumberMax) throw new Error(`${folder} is full`)
    this.#last = { day, number: before + 1 }
    return { path: `${folder}/${fileName(before + 1, this.#format.extension)}`, day, size: 0 }
  }

  async #lastIn(folder: string): Promise<number> {
    return (await namesIn(this.#options.card, folder)).reduce((last, name) => Math.max(last, numberOf(name)), 0)
  }
}

const cellOf = ({ type, slot, length }: Column, { numbers, texts }: Memory): Cell =>
  type === 'STR' ? (texts[slot] ?? '') : Array.from(numbers.subarray(slot, slot + (length ?? 1)))
