import type { TokenLine } from './lex.rules.ts'
import { type CheckResult, problemAt } from './problem.ts'

/** Template facts in its first statement. */
export interface Meta {
  readonly version: string
  /** As written: ISO 8601. */
  readonly time: string
}

const version = /^\d{1,5}(\.\d{1,5}){0,3}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z?$/

/** `META class-find <version> <time> <title ...>`; the title is for people. */
export function metaOf(lines: readonly TokenLine[]): CheckResult<Meta> {
  const [first] = lines
  if (first === undefined) return problemAt(0, 'ERROR_EOF')
  const words = first.tokens.slice(0, 4).map((token) => (token.kind === 'word' ? token.text : ''))
  const [keyword, kind, madeVersion = '', madeOn = ''] = words
  const isMeta = keyword === 'META' && kind === 'class-find' && version.test(madeVersion) && isTime(madeOn)
  return isMeta ? { ok: { version: madeVersion, time: madeOn } } : problemAt(first.line, 'ERROR_META')
}

/** Accepts only an existing date and time: Date would turn 30 February into 2 March. */
function isTime(text: string): boolean {
  const at = time.test(text) ? Date.parse(text.endsWith('Z') ? text : `${text}Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 16))
}
