import type { ComposedMessage } from '../texts/compose.ts'
import { mailText } from '../texts/mail-text.ts'

/**
 * A message for a chat or a phone: a summary in one line, and the whole text below. The link that acknowledges the
 * alert is a button where the service allows one.
 */
export interface ChatText {
  title: string
  text: string
}

export const chatText = (composed: ComposedMessage, hasButton: boolean): ChatText => ({
  title: composed.subject,
  text: mailText(hasButton ? { ...composed, confirm: null } : composed).trim(),
})

/** Shortens a text to `max` by any measure, and marks the cut with an ellipsis. */
export const cutTo = (text: string, max: number, sizeOf: (text: string) => number): string => {
  if (sizeOf(text) <= max) return text
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sizeOf(`${text.slice(0, middle)}…`) <= max) low = middle
    else high = middle - 1
  }
  return `${text
    .slice(0, low)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/** Both services fetch or open a button's link from elsewhere: one that only this machine knows is said in the text. */
export const isButtonUrl = (url: string | null): url is string => {
  const parsed = url === null ? null : URL.parse(url)
  return parsed !== null && parsed.protocol === 'https:' && parsed.hostname.includes('.')
}
