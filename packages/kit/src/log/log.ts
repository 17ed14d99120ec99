import { pino } from 'pino'

/** The log of a program. */
export interface Log {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
  debug(details: object, message: string): void
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

interface Output {
  write(line: string): void
}

/** Session tokens and API keys are UUIDs. Four characters are enough to recognise one. */
const uuids = /\b([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** Values under these names are masked, in case one is logged by mistake. */
const secretNames = [
  'password',
  'oldPassword',
  'newPassword',
  'passwordAdmin',
  'passwordMbGateWrite',
  'passwordMbRead',
  'passwordSmsWrite',
  'passwordSmsRead',
  'apnPassword',
  'token',
  'code',
  'pinCode',
  'activationCode',
  'deviceKey',
  'authorization',
]
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** A log of one JSON object a line, without secrets. */
export const createLog = (level: LogLevel, output: Output = pino.destination({ dest: 2, sync: true })): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redacted, censor: '***' },
      serializers: { err: plainError, url: plainUrl },
      hooks: { streamWrite: (line) => line.replaceAll(uuids, '$1...') },
    },
    output,
  )

/** Only these fields: what PostgreSQL adds to its errors may hold a whole row. */
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

/** A path may hold a code that opens something, a query what a user searches for. */
const plainUrl = (url: unknown): string =>
  String(url)
    .replace(/\?.*$/s, '')
    .replace(/(-code\/)[^/]+/, '$1***')
