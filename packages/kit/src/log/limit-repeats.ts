import type { Clock } from '../time/clock.ts'
import type { Log } from './log.ts'

type Level = 'error' | 'warn' | 'info'

interface RepeatedMessage {
  level: Level
  message: string
  /** Details of the latest occurrence. */
  details: object
  /** Since it was last written. */
  more: number
  cancel: () => void
}

export interface LimitedLog extends Log {
  /** Logs suppressed messages; later ones are not suppressed. */
  end(): void
}

const windowMs = 60_000
const reasonsMax = 500
const keyCharsMax = 500

/**
 * A log in which the same thing stands once a minute at most, with a count: a database that is away for an hour, or a device that
 * fails, would fill a disk. The same thing is a message with its reason, whatever else is said with it; where no reason is
 * given, with all that is said.
 */
export const limitRepeats = (log: Log, clock: Clock): LimitedLog => {
  const table = new Map<string, RepeatedMessage>()
  let isOver = false

  const write = ({ level, message, details, more }: RepeatedMessage): void => {
    const times = more === 1 ? 'once more' : `${more} more times`
    log[level](details, `${message} (${times} in the last minute)`)
  }
  const close = (key: string, entry: RepeatedMessage): void => {
    if (entry.more === 0) return void table.delete(key)
    write(entry)
    entry.more = 0
    entry.cancel = clock.after(windowMs, () => close(key, entry))
  }
  const logLimited = (level: Level, details: object, message: string): void => {
    if (isOver) return log[level](details, message)
    const full = `${level} ${message} ${reasonOf(details) ?? JSON.stringify(details)}`.slice(0, keyCharsMax)
    // Messages are written in the program, so there are only so many; reasons come from everywhere.
    const key = table.has(full) || table.size < reasonsMax ? full : `${level} ${message}`
    const entry = table.get(key)
    if (entry !== undefined) {
      entry.more += 1
      entry.details = details
      return
    }
    log[level](details, message)
    const first: RepeatedMessage = { level, message, details, more: 0, cancel: () => {} }
    first.cancel = clock.after(windowMs, () => close(key, first))
    table.set(key, first)
  }

  return {
    error: (details, message) => logLimited('error', details, message),
    warn: (details, message) => logLimited('warn', details, message),
    // A success is logged each time.
    info: (details, message) =>
      reasonOf(details) === null ? log.info(details, message) : logLimited('info', details, message),
    debug: (details, message) => log.debug(details, message),
    end() {
      isOver = true
      for (const entry of table.values()) {
        entry.cancel()
        if (entry.more > 0) write(entry)
      }
      table.clear()
    },
  }
}

const reasonOf = (details: object): string | null => {
  const { err, reason, line } = details as { err?: unknown; reason?: unknown; line?: unknown }
  if (err !== undefined) return err instanceof Error ? `${err.name}: ${err.message}` : JSON.stringify(err)
  const text = reason ?? line
  return typeof text === 'string' ? text : null
}
