/** Labels by number, each in some languages. */
type Enum<Lang extends string> = Readonly<Record<string, Readonly<Partial<Record<Lang, string | undefined>>>>>

/**
 * A cell that a spreadsheet would take for a formula gets an apostrophe in front, which makes it a text; one that begins with
 * apostrophes before such a character gets another, so that nothing is lost on the way back.
 */
export const guarded = (cell: string): string => (/^'*[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell)

export const unguarded = (cell: string): string => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

const words: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  '1': true,
  '0': false,
}

/** Yes or no as people write it; null when it is neither. */
export const flagOf = (text: string): boolean | null => {
  const word = text.toLowerCase()
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}

/** `0=off;1=on` in one language; a semicolon inside a label has a backslash before it. */
export const enumText = <Lang extends string>(labels: Enum<Lang>, lang: Lang): string =>
  Object.entries(labels)
    .flatMap(([number, texts]) => {
      const label = texts[lang]
      return label === undefined ? [] : [`${number}=${label.replace(/[\\;]/g, String.raw`\$&`)}`]
    })
    .join(';')

/** Reads it back. */
export const enumEntries = (text: string): { ok: [number: string, label: string][] } | { err: string } => {
  const entries = new Map<string, string>()
  for (const [part] of text.matchAll(/(?:\\[^]|[^\\;]|\\$)+/g)) {
    if (part.trim() === '') continue
    const at = part.indexOf('=')
    const number = part.slice(0, Math.max(at, 0)).trim()
    const label = part
      .slice(at + 1)
      .replace(/\\([^])/g, '$1')
      .trim()
    if (!/^\d{1,10}$/.test(number) || label === '') return { err: 'must be like 0=off;1=on' }
    if (entries.has(number)) return { err: `names ${number} twice` }
    entries.set(number, label)
  }
  return { ok: [...entries] }
}

/** Parses a cell of JSON; undefined if it is invalid. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
