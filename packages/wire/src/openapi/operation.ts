import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ErrorTable } from '../contract/errors.ts'
import { forms } from '../vocabulary/forms.ts'
import { errorResponses } from './error-responses.ts'
import { callOf, type Exchange, textsOf } from './exchange.ts'
import { typeScriptLiteral } from './page/literal.ts'
import type { JsonSchema, SchemaBook } from './schema-book.ts'

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

type WrappedSchema = z.ZodType & { def: { innerType?: z.ZodType }; shape?: Record<string, z.ZodType> }

/** Returns how a field is written as text, found under `optional` and `default`. */
const writing = (schema: z.ZodType | undefined): object => {
  if (schema === undefined) return {}
  return forms.get(schema)?.parameter ?? writing((schema as WrappedSchema).def.innerType)
}

/** Parses a text of an example by the schema of its parameter. */
const parseExample = (text: string, { type }: JsonSchema): unknown => {
  if (type === 'array') return text.split(',').map(Number)
  if (type === 'boolean') return text === 'true' || text === '1'
  return type === 'integer' ? Number(text) : text
}

interface ParameterGroup {
  name: 'path' | 'query'
  /** Texts of an example, by the names of the parameters. */
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
const parametersOf = (endpoint: Endpoint, exchange: Exchange | undefined, book: SchemaBook): object[] => {
  const texts = exchange && textsOf(endpoint, exchange)
  return [
    ...fieldsOf(endpoint.params, book, { name: 'path', texts: texts?.params }),
    ...fieldsOf(endpoint.query, book, { name: 'query', texts: texts?.query }),
  ]
}

const described = new Set(
  'summary description params query body reply produces cost errors hasSecrets extension example method path'.split(
    ' ',
  ),
)

interface OperationContext {
  id: string
  isOpen: boolean
  notes: readonly string[]
  errors: Readonly<Record<string, string>>
  table: ErrorTable
  exchange: Exchange | undefined
  book: SchemaBook
}

/**
 * Creates the OpenAPI operation of an endpoint. The access fields of a service become extensions such as `x-access`.
 */
export const operationOf = (endpoint: Endpoint, around: OperationContext): JsonSchema => {
  const { summary, description, extension, body, reply, produces = 'application/json', cost = 1 } = endpoint
  const { id, isOpen, notes, errors, table, exchange, book } = around
  const content = (schema: z.ZodType, side: 'input' | 'output', sample: unknown): JsonSchema => ({
    schema: book.write(schema, side),
    ...(sample !== undefined && { example: sample }),
  })
  const words = Object.entries(endpoint).filter(([word]) => !described.has(word))
  const parameters = parametersOf(endpoint, exchange, book)
  const paragraphs = [description, ...notes].filter((text) => text !== undefined)
  return {
    summary,
    ...(description !== undefined && { description: paragraphs.join('\n\n') }),
    ...Object.fromEntries(words.map(([word, value]) => [`x-${word}`, value])),
    ...(extension && { 'x-extension': true }),
    ...(cost !== 1 && { 'x-quota-cost': cost }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': content(body, 'input', exchange?.body) } },
    }),
    security: isOpen ? [] : [{ caller: [] }],
    responses: {
      200: { description: 'Done.', content: { [produces]: content(reply, 'output', exchange?.reply) } },
      ...errorResponses(errors, table),
    },
    ...(exchange && { 'x-codeSamples': [{ lang: 'TypeScript', source: typeScriptOf(id, endpoint, exchange) }] }),
  }
}

/** The call of the typed client. */
const typeScriptOf = (id: string, endpoint: Endpoint, exchange: Exchange): string => {
  const call = callOf(endpoint, exchange)
  const argument = Object.keys(call).length === 0 ? '' : typeScriptLiteral(call)
  return `const answer = await api.${id}(${argument})`
}
