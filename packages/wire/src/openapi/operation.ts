import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ErrorTable } from '../contract/errors.ts'
import { errorResponses } from './error-responses.ts'
import { callOf, type Exchange } from './exchange.ts'
import { typeScriptLiteral } from './page/literal.ts'
import { parametersOf } from './parameters.ts'
import type { JsonSchema, SchemaBook } from './schema-book.ts'

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

/** What OpenAPI says of one endpoint. A service's own words of access go in as `x-access` and the like. */
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
