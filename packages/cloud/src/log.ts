import { pino } from 'pino'
import type { LogLevel } from './env.ts'

/** What the service's parts write to. */
export interface Log {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
  debug(details: object, message: string): void
}

interface Output {
  write(line: string): void
}

/** Session tokens and API keys have this form, and so have other ids: their beginning is enough to know them by. */
const secretForms = /\b([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** Wherever somebody should log one by mistake. */
const secretNames = ['password', 'oldPassword', 'newPassword', 'token', 'code', 'authorization']
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** One line of JSON for everything that happens, without secrets. */
export const createLog = (level: LogLevel, output: Output = pino.destination({ dest: 2, sync: true })): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redacted, censor: '***' },
      serializers: { err: plainError, url: plainUrl },
      hooks: { streamWrite: (line) => line.replaceAll(secretForms, '$1...') },
    },
    output,
  )

/**
 * For what PostgreSQL says. Its chatter is for who looks closely; lines with details of an error are left out, since they
 * may hold a whole row.
 */
export const databaseLog =
  (log: Log) =>
  (line: string): void => {
    if (line.startsWith('LOG: ')) log.debug({ line }, 'PostgreSQL')
    else if (!/^(DETAIL|CONTEXT|STATEMENT|HINT|\s)/.test(line)) log.info({ line }, 'PostgreSQL')
  }

/** Only these: what PostgreSQL adds to its errors may hold a whole row. */
const plainError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { errorCode: code }),
    ...(cause !== undefined && { cause: plainError(cause) }),
  }
}

/** A path may hold a code that opens something, a query what somebody looks for. */
const plainUrl = (url: unknown): string =>
  String(url)
    .replace(/\?.*$/s, '')
    .replace(/(-code\/)[^/]+/, '$1***')
