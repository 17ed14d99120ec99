import { UsageError } from './command.ts'

/** A number within bounds, or a clear refusal. */
export const numberOf = (flag: string, text: string, min: number, max: number): number => {
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new UsageError(`--${flag} takes a number from ${min} to ${max}, not ${text}`)
  return value
}

export const integerOf = (flag: string, text: string, min: number, max: number): number => {
  const value = numberOf(flag, text, min, max)
  if (!Number.isInteger(value)) throw new UsageError(`--${flag} takes a whole number, not ${text}`)
  return value
}

/** `HOST:PORT`, `[::1]:PORT`, or a port of this machine alone. */
export const addressOf = (flag: string, text: string): { host: string; port: number } => {
  const [, bracketed, plain, port] = /^(?:(?:\[([0-9a-fA-F:]+)\]|([^:\s]+)):)?(\d{1,5})$/.exec(text) ?? []
  if (port === undefined) throw new UsageError(`--${flag} takes HOST:PORT, not ${text}`)
  return { host: bracketed ?? plain ?? '127.0.0.1', port: integerOf(flag, port, 0, 65_535) }
}

/** A moment with its zone: `2026-05-04T12:00:00Z`. */
export const momentOf = (flag: string, text: string): number => {
  const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(ms)) throw new UsageError(`--${flag} takes a moment like 2026-05-04T12:00:00Z, not ${text}`)
  return ms
}

/** Returns the value of a required flag. */
export const requiredFlag = (flag: string, text: string | undefined): string => {
  if (text === undefined || text.trim() === '') throw new UsageError(`--${flag} is needed`)
  return text
}

export const requiredArg = (name: string, text: string | undefined): string => {
  if (text === undefined || text === '') throw new UsageError(`${name} is needed`)
  return text
}

/** Returns the value of a flag with fixed choices. */
export const choiceOf = <const W extends string>(flag: string, text: string, words: readonly W[]): W => {
  const found = words.find((word) => word === text)
  if (found === undefined) throw new UsageError(`--${flag} takes ${words.join(', ')}, not ${text}`)
  return found
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const uuidOf = (flag: string, text: string): string => {
  if (!uuid.test(text)) throw new UsageError(`--${flag} takes a UUID in lower case, not ${text}`)
  return text
}
