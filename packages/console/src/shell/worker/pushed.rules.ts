/** Push message of the service about an alert. */
export interface PushMessage {
  /** Shared by all messages of an alert: a newer one replaces the shown one. */
  topic: string
  stage: 'active' | 'not-confirmed' | 'confirmed' | 'resolved' | 'test'
  level: 'info' | 'warning' | 'failure' | 'critical' | 'none'
  name: string
  /** Network, device and parameter, if any; otherwise details. */
  place: string
  language: 'en' | 'pl' | 'ru' | 'uk'
  /** A place in the console. */
  path: string
  /** URL that acknowledges this alert event; null if there is nothing to acknowledge, or no permission. */
  confirm: string | null
  /** Milliseconds since 1970. */
  on: number
}

const stages: readonly unknown[] = ['active', 'not-confirmed', 'confirmed', 'resolved', 'test']
const levels: readonly unknown[] = ['info', 'warning', 'failure', 'critical', 'none']
const languages: readonly unknown[] = ['en', 'pl', 'ru', 'uk']

/** Null where it is nothing that this build knows: the service may be newer. */
export const parsePush = (text: string): PushMessage | null => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof found !== 'object' || found === null) return null
  const { topic, stage, level, name, place, language, path, confirm, on } = found as Record<keyof PushMessage, unknown>
  const isKnown = stages.includes(stage) && levels.includes(level) && languages.includes(language)
  const isText = [topic, name, place].every((one) => typeof one === 'string')
  const isPath = typeof path === 'string' && /^\/(?!\/)[\w/-]*$/.test(path)
  const isConfirm =
    confirm === null || (typeof confirm === 'string' && /^\/confirm\/[0-9a-f-]{36}(\?[\w=&]*)?$/.test(confirm))
  return isKnown && isText && isPath && isConfirm && typeof on === 'number' ? (found as PushMessage) : null
}

/** Outcome of the button "Acknowledge". */
export type ConfirmOutcome = 'confirmed' | 'confirmed-before' | 'inactive' | 'gone' | 'failed'

/** Returns the outcome by status and body of the answer. */
export const confirmOutcome = (status: number, body: unknown): ConfirmOutcome => {
  if (status === 404) return 'gone'
  const outcome = (body as { outcome?: unknown } | null)?.outcome
  if (outcome === 'confirmed' || outcome === 'confirmed-before' || outcome === 'inactive') return outcome
  return 'failed'
}
