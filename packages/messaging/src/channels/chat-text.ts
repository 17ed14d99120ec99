import type { ComposedMessage } from '../texts/compose.ts'
import { mailText } from '../texts/mail-text.ts'

/** A message for a chat or a phone: what it is in one line, and all of it below. The link that confirms is a button where there can be one. */
export interface ChatText {
  title: string
  text: string
}

export const chatText = (composed: ComposedMessage, hasButton: boolean): ChatText => ({
  title: composed.subject,
  text: mailText(hasButton ? { ...composed, confirm: null } : composed).trim(),
})

/** At most so much of it, by whatever measure; the end says that something is left out. */
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
