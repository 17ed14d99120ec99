import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { forms } from '../vocabulary/forms.ts'
import type { JsonSchema, SchemaBook } from './schema-book.ts'

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

type Wrapped = z.ZodType & { def: { innerType?: z.ZodType }; shape?: Record<string, z.ZodType> }

/** What a field's text needs to be written right, found under `optional` and `default`. */
const writing = (schema: z.ZodType | undefined): object => {
  if (schema === undefined) return {}
  return forms.get(schema)?.parameter ?? writing((schema as Wrapped).def.innerType)
}

const fieldsOf = (schema: z.ZodType | undefined, book: SchemaBook, place: 'path' | 'query'): object[] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = book.write(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    ...writing((schema as Wrapped).shape?.[name] ?? schema),
    schema: own,
  }))
}

/** Path variables and query fields, in the order in which they are described. */
export const parametersOf = ({ params, query }: Endpoint, book: SchemaBook): object[] => [
  ...fieldsOf(params, book, 'path'),
  ...fieldsOf(query, book, 'query'),
]
