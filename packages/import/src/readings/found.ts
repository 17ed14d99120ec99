/** A reading of a file: a decimal, a text, or null for a missing reading. */
export interface ImportedReading {
  name: string
  /** Milliseconds since 1970. */
  time: number
  value: string | null
}

/** A line that is no reading, and why. */
export interface RefusedLine {
  line: number
  reason: string
}

/** The result of a line. */
export type LineReader = (line: string, number: number) => (ImportedReading | RefusedLine)[]

const none = new Set(['', 'nan', 'null', 'none', 'unknown', 'unavailable', 'n/a', '-'])
const words: Readonly<Record<string, string>> = {
  on: '1',
  off: '0',
  true: '1',
  false: '0',
  t: '1',
  f: '0',
  yes: '1',
  no: '0',
}

/** Returns the content of a cell; null if it means a missing reading. */
export const valueOf = (text: string): string | null => (none.has(text.trim().toLowerCase()) ? null : text.trim())

/** `on` and `true` are 1 where a number is wanted. */
export const numberWord = (text: string): string => words[text.toLowerCase()] ?? text
