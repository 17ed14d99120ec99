const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g
/** Whatever XML 1.0 does not let into a document. */
const invalidChar = /[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** Characters that a document may hold, and no half of a pair. */
export const isXmlText = (text: string): boolean => text.isWellFormed() && !invalidChar.test(text)

/** Text with its references resolved; null where one is unknown, or stands for what may not be there. */
export const withoutReferences = (text: string): string | null => {
  if (!text.includes('&')) return text
  if (text.replace(reference, '').includes('&')) return null
  const plain = text.replace(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return namedEntities[name] ?? ''
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    // A half of a pair is found when the whole is read.
    return code > 0x10_ff_ff ? '\0' : String.fromCodePoint(code)
  })
  return isXmlText(plain) ? plain : null
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that is nothing but text, in an element and in an attribute, for readers of XML and of HTML alike. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? '')
