import { createLog, type Log } from '@busbar/kit/log'
import type { CardLogs, LogTag } from './card-logs.ts'

/** A part's log: the program's own, and the card's where its flag is set. Both are without secrets by the same rules. */
export const taggedLog = (log: Log, logs: CardLogs, tag: LogTag): Log => {
  if (!logs.isOn(tag)) return log
  const card = createLog('info', {
    write(line) {
      const { level, time: _, msg, ...details } = JSON.parse(line) as Record<string, unknown>
      logs.add(tag, String(level), `${String(msg)}${detailsText(details)}`)
    },
  })
  const both =
    (level: keyof Log): Log[keyof Log] =>
    (details, message) => {
      log[level](details, message)
      card[level](details, message)
    }
  return { error: both('error'), warn: both('warn'), info: both('info'), debug: (...args) => log.debug(...args) }
}

const ignore = (): void => {}

/** A log for the card only, because it is too verbose for the journal. */
export const cardOnlyLog = (logs: CardLogs, tag: LogTag): Log =>
  taggedLog({ error: ignore, warn: ignore, info: ignore, debug: ignore }, logs, tag)

/** Formats details on one line; stack traces are only in the journal. */
export const detailsText = (details: Record<string, unknown>): string => {
  const { err, ...rest } = details
  const reason = typeof err === 'object' && err !== null && 'message' in err ? `: ${String(err.message)}` : ''
  const facts = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${reason}${facts}`.replaceAll(/[\r\n]+/g, ' ')
}
