import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { forms } from '../vocabulary/forms.ts'
import { type Exchange, textsOf } from './exchange.ts'
import type { JsonSchema, SchemaBook } from './schema-book.ts'

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

type WrappedSchema = z.ZodType & { def: { innerType?: z.ZodType }; shape?: Record<string, z.ZodType> }

/** What a field's text needs to be written right, found under `optional` and `default`. */
const writing = (schema: z.ZodType | undefined): object => {
  if (schema === undefined) return {}
  return forms.get(schema)?.parameter ?? writing((schema as WrappedSchema).def.innerType)
}

/** What a text of an example means, by the parameter's schema. */
const parseExample = (text: string, { type }: JsonSchema): unknown => {
  if (type === 'array') return text.split(',').map(Number)
  if (type === 'boolean') return text === 'true' || text === '1'
  return type === 'integer' ? Number(text) : text
}

interface ParameterGroup {
  name: 'path' | 'query'
  /** Of an example, by the parameters' names. */
  texts: Readonly<Record<string, unknown>> | undefined
}

const fieldsOf = (
  schema: z.ZodType | undefined,
  book: SchemaBook,
  { name: place, texts = {} }: ParameterGroup,
): object[] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = book.write(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    ...writing((schema as WrappedSchema).shape?.[name] ?? schema),
    schema: own,
    ...(typeof texts[name] === 'string' && { example: parseExample(texts[name], own) }),
  }))
}

/** Path variables and query fields, in the order in which they are described. */
export const parametersOf = (endpoint: Endpoint, exchange: Exchange | undefined, book: SchemaBook): object[] => {
  const texts = exchange && textsOf(endpoint, exchange)
  return [
    ...fieldsOf(endpoint.params, book, { name: 'path', texts: texts?.params }),
    ...fieldsOf(endpoint.query, book, { name: 'query', texts: texts?.query }),
  ]
}
