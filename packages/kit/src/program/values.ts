import { z } from 'zod'

/** `HOST:PORT`, `[::1]:PORT`, or a port of this machine alone. */
export const address = z.string().transform((text, { issues }) => {
  const [, bracketed, plain, digits] = /^(?:(?:\[([0-9a-fA-F:]+)\]|([^:\s]+)):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (port <= 65_535) return { host: bracketed ?? plain ?? '127.0.0.1', port }
  issues.push({ code: 'custom', input: text, message: 'HOST:PORT' })
  return z.NEVER
})

export const onOff = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform((text) => text === 'true' || text === '1')

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const logLevel = z.enum(logLevels, `one of ${logLevels.join(', ')}`)
