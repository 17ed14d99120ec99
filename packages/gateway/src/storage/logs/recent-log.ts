import { createLog, type Log } from '@busbar/kit/log'
import { detailsText } from './tagged-log.ts'

export interface LogLine {
  readonly number: number
  readonly on: string
  readonly level: keyof Log
  readonly text: string
}

const linesMax = 500
const charsMax = 1000

/** The last log lines, for users without access to the journal. Secrets are masked by the same rules. */
export class RecentLog {
  readonly #lines: LogLine[] = []
  #count = 0

  /** The same log, remembered. */
  remembering(log: Log): Log {
    const memory = createLog('info', { write: (line) => this.#add(line) })
    const both =
      (level: keyof Log): Log[keyof Log] =>
      (details, message) => {
        log[level](details, message)
        memory[level](details, message)
      }
    return { error: both('error'), warn: both('warn'), info: both('info'), debug: both('debug') }
  }

  after(number: number): LogLine[] {
    return this.#lines.filter((line) => line.number > number)
  }

  #add(line: string): void {
    const { level, time, msg, ...details } = JSON.parse(line) as Record<string, unknown>
    this.#count += 1
    const text = `${String(msg)}${detailsText(details)}`.slice(0, charsMax)
    this.#lines.push({ number: this.#count, on: String(time), level: String(level) as keyof Log, text })
    if (this.#lines.length > linesMax) this.#lines.shift()
  }
}
