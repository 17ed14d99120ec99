import type { JsonSchema } from '../schema-book.ts'
import { Html, html } from './html.ts'

const join = (parts: readonly Html[], between: string): Html => new Html(parts.map(({ text }) => text).join(between))

const list = (value: unknown): JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : [])
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Text with `code` in it. */
export const prose = (text: string): Html =>
  join(
    text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)),
    '',
  )

const refLink = (ref: string): Html => {
  const name = ref.replace('#/components/schemas/', '')
  return html`<a href="#schema-${name}">${name}</a>`
}

/** The bounds and forms that a type's name does not tell. */
const notes = (schema: JsonSchema): string => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, default: usual } = schema
  const range = (low: unknown, high: unknown, unit = ''): string[] => {
    if (typeof low === 'number' && low === high) return [`${low}${unit}`]
    const bounds = [typeof low === 'number' && `from ${low}`, typeof high === 'number' && `to ${high}`].filter(Boolean)
    return bounds.length === 0 ? [] : [`${bounds.join(' ')}${unit}`]
  }
  return [
    ...range(minimum, maximum),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(typeof format === 'string' ? [format] : []),
    ...(usual === undefined ? [] : [`default ${JSON.stringify(usual)}`]),
  ].join(', ')
}

const optionsOf = (schema: JsonSchema): JsonSchema[] => [
  ...list(schema.anyOf),
  ...list(schema.oneOf),
  ...list(schema.allOf),
]

const unique = (parts: readonly Html[]): Html[] => [...new Map(parts.map((part) => [part.text, part])).values()]

const bareType = (schema: JsonSchema): Html => {
  if (typeof schema.$ref === 'string') return refLink(schema.$ref)
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (Array.isArray(schema.enum))
    return join(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' | ',
    )
  const options = optionsOf(schema)
  if (options.length > 0) return join(unique(options.map(typeOf)), ' or ')
  if (Array.isArray(schema.type)) return html`${schema.type.join(' or ')}`
  if (Array.isArray(schema.prefixItems)) return html`[${join(list(schema.prefixItems).map(typeOf), ', ')}]`
  if (schema.type === 'array') return html`array of ${bareType(isSchema(schema.items) ? schema.items : {})}`
  if (schema.type === 'object' && isSchema(schema.additionalProperties) && schema.properties === undefined)
    return html`object, by key: ${typeOf(schema.additionalProperties)}`
  return html`${typeof schema.type === 'string' ? schema.type : 'any'}`
}

/** Describes a schema in one line: its type and its limits. */
export const typeOf = (schema: JsonSchema): Html => {
  const note = notes(schema)
  return html`${bareType(schema)}${note !== '' && html` <small>${note}</small>`}`
}

/** The objects that a schema may be, or holds. */
const objectsIn = (schema: JsonSchema): JsonSchema[] => {
  if (isSchema(schema.properties)) return [schema]
  return [
    ...optionsOf(schema),
    ...list(schema.prefixItems),
    ...[schema.items, schema.additionalProperties].filter(isSchema),
  ].flatMap(objectsIn)
}

const field = (
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
): Html => html`<li><code>${name}</code> <span>${typeOf(schema)}</span>${!isRequired && html` <em>optional</em>`}${
  typeof schema.description === 'string' && html`<div>${prose(schema.description)}</div>`
}${fieldsOf(schema)}</li>
`

/** The fields of a schema's objects, each with its own; where there are several objects, it is one of them. */
export const fieldsOf = (schema: JsonSchema): Html => {
  const objects = objectsIn(schema).filter(({ properties }) => Object.keys(properties as object).length > 0)
  const groups = objects.map(({ properties, required }) => {
    const needed = new Set(Array.isArray(required) ? required : [])
    const fields = Object.entries(properties as Record<string, JsonSchema>)
    return html`<ul class="fields">${fields.map(([name, one]) => field(name, one, needed.has(name)))}</ul>`
  })
  return join(groups, '<div class="or">or</div>')
}

/** Renders the description and the fields of a schema. */
export const schemaBody = (schema: JsonSchema): Html =>
  html`${typeof schema.description === 'string' && html`<p>${prose(schema.description)}</p>`}
${fieldsOf(schema)}`
