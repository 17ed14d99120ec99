/** A field that changed; null where it was, or is, not there. */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

export type Outcome = 'done' | 'refused' | 'not-sent' | 'unclear'
const outcomes: readonly Outcome[] = ['done', 'refused', 'not-sent', 'unclear']

/** They tell people nothing. */
const inner = new Set(['command', 'by', 'outcome', 'wanted'])
const charsMax = 80

/** What was done, without the kind of the object: `change` of `net.change`. */
export const verbOf = (action: string): string => action.slice(action.lastIndexOf('.') + 1)

/** What became of a command; null for what is none. */
export const outcomeOf = (after: unknown): Outcome | null => {
  const said = fieldsOf(after)['outcome']
  return outcomes.find((one) => one === said) ?? null
}

/** Old values and new ones, field by field. */
export const changesOf = (before: unknown, after: unknown): Change[] => {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((field) => !inner.has(field))
    .map((field) => ({ field, before: shown(old[field]), after: shown(next[field]) }))
    .filter((change) => change.before !== change.after)
}

/** What the object is called in the record itself, for those that have no other name. */
export const nameIn = (before: unknown, after: unknown): string | null => {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  return [next['name'], old['name'], next['email'], old['email']].map(shown).find((one) => one !== null) ?? null
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const shown = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}
