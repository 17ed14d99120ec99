import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { parametersOf } from './parameters.ts'
import type { JsonSchema, SchemaBook } from './schema-book.ts'

const described = new Set(
  'summary params query body reply produces cost hasSecrets extension example method path'.split(' '),
)

/** What OpenAPI says of one endpoint. A service's own words of access go in as `x-access` and the like. */
export const operationOf = (endpoint: Endpoint, isOpen: boolean, errors: JsonSchema, book: SchemaBook): JsonSchema => {
  const { summary, extension, body, reply, produces = 'application/json', example = {} } = endpoint
  const content = (schema: z.ZodType, side: 'input' | 'output', shown: unknown): JsonSchema => {
    if (shown !== undefined && !schema.safeParse(shown).success) {
      throw new Error(`the example of ${endpoint.method} ${endpoint.path} is not of its schema`)
    }
    return { schema: book.write(schema, side), ...(shown !== undefined && { example: shown }) }
  }
  const words = Object.entries(endpoint).filter(([word]) => !described.has(word))
  const parameters = parametersOf(endpoint, book)
  return {
    summary,
    ...Object.fromEntries(words.map(([word, value]) => [`x-${word}`, value])),
    ...(extension && { 'x-extension': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': content(body, 'input', example.body) } },
    }),
    security: isOpen ? [] : [{ caller: [] }],
    responses: {
      200: { description: 'Done.', content: { [produces]: content(reply, 'output', example.reply) } },
      ...errors,
    },
  }
}
