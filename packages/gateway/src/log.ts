import { pino } from 'pino'
import type { EnvSettings } from './env.ts'

/** What the gateway's parts write to. */
export interface Log {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
  debug(details: object, message: string): void
}

interface Output {
  write(line: string): void
}

/** Wherever somebody should log one by mistake. */
const secretNames = ['password', 'passwordAdmin', 'token', 'pinCode', 'deviceKey', 'activationCode', 'authorization']

/** One line of JSON for everything that happens, without secrets. */
export const createLog = (
  level: EnvSettings['log-level'],
  output: Output = pino.destination({ dest: 2, sync: true }),
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    output,
  )
