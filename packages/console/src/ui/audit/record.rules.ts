/** A field that changed; null where it was, or is, not there. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

export type CommandResult = 'done' | 'refused' | 'not-sent' | 'unclear'
const outcomes: readonly CommandResult[] = ['done', 'refused', 'not-sent', 'unclear']

/** They tell people nothing. */
const internalFields = new Set(['command', 'by', 'outcome', 'wanted', 'id', 'slug', 'sha256'])
const charsMax = 80

/** Returns the name of a field; an indexed field keeps its number. Without a translation the program name is used. */
export const fieldText = (words: Readonly<Record<string, string>>, field: string): string => {
  const [, of = '', plain = field] = /^(#\S+ )(.*)$/.exec(field) ?? []
  return of + (words[plain] ?? plain)
}

export interface ActionTexts {
  verbs: Readonly<Record<string, string>>
  wholeActions: Readonly<Record<string, string>>
}

/** Describes an action as a whole or by its verb: `change` of `net.change`. Unknown actions are shown as they are. */
export const actionText = ({ verbs, wholeActions }: ActionTexts, action: string): string =>
  wholeActions[action] ?? verbs[action.slice(action.lastIndexOf('.') + 1)] ?? action

/** Returns the outcome of a command; null for other actions. Raw commands are described by a sentence in the record. */
export const outcomeOf = (after: unknown): CommandResult | null => {
  const outcome = fieldsOf(after)['outcome']
  if (typeof outcome !== 'string' || outcome === '') return null
  if (/(^|: )unclear: /.test(outcome)) return 'unclear'
  return outcomes.find((one) => one === outcome) ?? 'refused'
}

/** Why a command ended as it did, where the record has more than the outcome's name. */
export const failureReason = (after: unknown): string | null => {
  const outcome = fieldsOf(after)['outcome']
  return typeof outcome === 'string' && outcome !== '' && !outcomes.some((one) => one === outcome) ? outcome : null
}

/** Old values and new ones, field by field; of many that were changed together those of one, or the id of each before its fields. */
export const changesOf = (before: unknown, after: unknown, objectId?: string): FieldChange[] => {
  const [old, next] = [fieldsOf(before, objectId), fieldsOf(after, objectId)]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((field) => !internalFields.has(field))
    .map((field) => ({ field, before: shown(old[field]), after: shown(next[field]) }))
    .filter((change) => change.before !== change.after)
}

/** Returns the object's name in the record, for objects without another name. */
export const nameIn = (before: unknown, after: unknown): string | null => {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  return [next['name'], old['name'], next['email'], old['email']].map(shown).find((one) => one !== null) ?? null
}

const fieldsOf = (value: unknown, objectId?: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return {}
  if (!Array.isArray(value)) return value as Record<string, unknown>
  const parts = value.map((one) => idAndFields(one))
  const own = parts.find(({ id }) => id !== null && id === objectId)
  if (own !== undefined) return own.fields
  return Object.fromEntries(
    parts.flatMap(({ id, fields }) =>
      Object.entries(fields).map(([field, content]) => [id === null ? field : `#${id} ${field}`, content]),
    ),
  )
}

const idAndFields = (value: unknown): { id: string | null; fields: Readonly<Record<string, unknown>> } => {
  const { id, deviceId, ...fields } = fieldsOf(value)
  const found = id ?? deviceId
  return typeof found === 'number' || typeof found === 'string' ? { id: String(found), fields } : { id: null, fields }
}

const shown = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}
