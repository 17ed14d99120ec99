import type { ErrorFields, ErrorTable } from '../contract/errors.ts'
import type { JsonSchema } from './schema-book.ts'

/** The body of every error. */
export const errorSchema = ({ code, message }: ErrorFields): JsonSchema => ({
  type: 'object',
  properties: { [code]: { type: 'string' }, [message]: { type: 'string' } },
  required: [code, message],
})

/** One answer for every status that there are errors of, and how an operation refers to them. */
export const errorResponses = (errors: ErrorTable): { responses: JsonSchema; references: JsonSchema } => {
  const responses: JsonSchema = {}
  const references: JsonSchema = {}
  for (const status of new Set(Object.values(errors).map((error) => error.status))) {
    const codes = Object.entries(errors).filter(([, error]) => error.status === status)
    responses[`Error${status}`] = {
      description: codes.map(([code, { message }]) => `\`${code}\`: ${message}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
    references[status] = { $ref: `#/components/responses/Error${status}` }
  }
  return { responses, references }
}
