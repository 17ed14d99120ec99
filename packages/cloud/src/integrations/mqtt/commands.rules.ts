import { z } from 'zod'

/** A command as it came over MQTT. */
export interface MqttCommand {
  value: string
  /** The sender's own, given back with the result. */
  id: string | null
  /** After this, in ms since 1970, it is not to be done any more. */
  until: number | null
}

const payloadBytesMax = 256
const valueShape = z.union([z.string().max(200), z.number(), z.boolean()])
const commandShape = z.strictObject({
  v: valueShape,
  id: z.string().max(64).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
})

/** `21.5`, `ON`, the text of an enumeration, or `{"v": 21.5, "id": "a7", "until": "2026-11-16T12:00:00Z"}`. */
export const parseCommand = (payload: Uint8Array): { ok: MqttCommand } | { err: string } => {
  if (payload.length === 0) return { err: 'The message is empty.' }
  if (payload.length > payloadBytesMax) return { err: `The message has more than ${payloadBytesMax} bytes.` }
  const text = Buffer.from(payload).toString()
  if (!text.startsWith('{')) return { ok: { value: textOf(text), id: null, until: null } }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { err: 'The message is not JSON.' }
  }
  const checked = commandShape.safeParse(parsed)
  if (!checked.success) return { err: 'The message is not of the form {"v": VALUE, "id": TEXT, "until": TIME}.' }
  const { v, id = null, until } = checked.data
  return { ok: { value: textOf(v), id, until: until === undefined ? null : Date.parse(until) } }
}

/** Switches of Home Assistant say ON and OFF. */
const switchValues: Readonly<Record<string, string>> = { ON: '1', OFF: '0', true: '1', false: '0' }
const textOf = (value: string | number | boolean): string => {
  const text = String(value)
  return Object.hasOwn(switchValues, text) ? (switchValues[text] ?? text) : text
}

/** The number behind the text of an enumeration; what is none stays as it is. */
export const numberOfLabel = (labels: Readonly<Record<string, string>> | null, text: string): string =>
  Object.entries(labels ?? {}).find(([, label]) => label === text)?.[0] ?? text

/** Rate limit with a burst, then so many commands per second. */
export class CommandRate {
  #left: number
  #atMs: number
  readonly #burst: number
  readonly #perSec: number

  constructor(nowMs: number, { burst, perSec }: { burst: number; perSec: number }) {
    this.#burst = burst
    this.#perSec = perSec
    this.#left = burst
    this.#atMs = nowMs
  }

  take(nowMs: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perSec)
    this.#atMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
