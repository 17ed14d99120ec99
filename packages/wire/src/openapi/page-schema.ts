import { Html, html } from './html.ts'
import type { JsonSchema } from './schema-book.ts'

const join = (parts: readonly Html[], between: string): Html => new Html(parts.map(({ text }) => text).join(between))

const list = (value: unknown): JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : [])

const refLink = (ref: string): Html => {
  const name = ref.replace('#/components/schemas/', '')
  return html`<a href="#schema-${name}">${name}</a>`
}

/** The bounds and forms that a type's name does not tell. */
const notes = (schema: JsonSchema): string => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, default: usual } = schema
  const range = (low: unknown, high: unknown, unit = ''): string[] => {
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

const objectText = (schema: JsonSchema, indent: string): Html => {
  const { properties = {}, required, additionalProperties } = schema
  const inner = `${indent}  `
  const lines = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const isRequired = Array.isArray(required) && required.includes(name)
    const description = typeof field.description === 'string' && html`  <i>${field.description}</i>`
    return html`${inner}${name}${isRequired ? '' : '?'}: ${schemaText(field, inner)}${description}`
  })
  if (typeof additionalProperties === 'object') {
    lines.push(html`${inner}[key]: ${schemaText(additionalProperties as JsonSchema, inner)}`)
  }
  return lines.length === 0 ? html`{}` : html`{\n${join(lines, '\n')}\n${indent}}`
}

const bareText = (schema: JsonSchema, indent: string): Html => {
  if (typeof schema.$ref === 'string') return refLink(schema.$ref)
  if ('const' in schema) return html`${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum)) return html`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`
  const options = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (options.length > 0)
    return join(
      options.map((option) => schemaText(option, indent)),
      ' | ',
    )
  const both = list(schema.allOf)
  if (both.length > 0)
    return join(
      both.map((option) => schemaText(option, indent)),
      ' &amp; ',
    )
  if (Array.isArray(schema.type)) return html`${schema.type.join(' | ')}`
  if (schema.type === 'object') return objectText(schema, indent)
  if (Array.isArray(schema.prefixItems)) {
    return html`[${join(
      list(schema.prefixItems).map((item) => schemaText(item, indent)),
      ', ',
    )}]`
  }
  if (schema.type === 'array') return html`array of ${schemaText((schema.items ?? {}) as JsonSchema, indent)}`
  return html`${typeof schema.type === 'string' ? schema.type : 'any'}`
}

/** A schema as a reader would write it down. */
export const schemaText = (schema: JsonSchema, indent = ''): Html => {
  const said = notes(schema)
  return html`${bareText(schema, indent)}${said !== '' && html` <small>${said}</small>`}`
}
