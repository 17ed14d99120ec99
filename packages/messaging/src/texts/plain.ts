const charsMax = 200

/**
 * Text of users on one line, of limited length. Line breaks and other control characters would begin another header of a mail or
 * another line of a log; marks of direction would turn the text around them.
 */
export const plain = (text: string, max = charsMax): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .toWellFormed()
    .trim()
  const chars = Array.from(line)
  return chars.length <= max ? line : `${chars.slice(0, max - 1).join('')}…`
}

/** Without its middle: names often differ at their end. */
export const shortened = (text: string, max: number): string => {
  const chars = Array.from(text)
  if (chars.length <= max) return text
  const head = Math.ceil((max - 2) / 2)
  const tail = max - 2 - head
  return `${chars.slice(0, head).join('')}..${tail > 0 ? chars.slice(-tail).join('') : ''}`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? '')
