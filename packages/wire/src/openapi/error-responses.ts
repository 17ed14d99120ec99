import type { ErrorFields, ErrorTable } from '../contract/errors.ts'
import type { JsonSchema } from './schema-book.ts'

/** The body of every error. */
export const errorSchema = ({ code, message }: ErrorFields, errors: ErrorTable): JsonSchema => ({
  type: 'object',
  description: 'The body of every answer that is no 200.',
  properties: {
    [code]: { type: 'string', enum: Object.keys(errors), description: 'The code of the error, for programs.' },
    [message]: { type: 'string', description: 'What is wrong, in English, for people.' },
  },
  required: [code, message],
})

/** Creates one response for each status among the codes of an operation, with their meaning. */
export const errorResponses = (codes: Readonly<Record<string, string>>, errors: ErrorTable): JsonSchema => {
  const byStatus = Map.groupBy(Object.entries(codes), ([code]) => {
    const status = errors[code]?.status
    if (status === undefined) throw new Error(`${code} is no error of this service`)
    return status
  })
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, all]) => [status, { description: linesOf(all).join('\n\n'), content }]),
  )
}

/** Codes of which the table says it all stand together. */
const linesOf = (all: readonly [code: string, when: string][]): string[] => {
  const plain = all.filter(([, when]) => when === '').map(([code]) => `\`${code}\``)
  const explained = all.filter(([, when]) => when !== '').map(([code, when]) => `\`${code}\`: ${when}`)
  return plain.length === 0 ? explained : [plain.join(', '), ...explained]
}
