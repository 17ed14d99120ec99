import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractForCallers } from './contract-for-callers.ts'

for (const [says, code, left] of [
  ['a description', "z.string().max(5).describe('A `name`, at most 5.').optional()", 'z.string().max(5).optional()'],
  ['one on its own line', 'z\n  .int()\n  .describe(\n    "It\'s long",\n  )', 'z\n  .int()'],
  ['a description that is worked out', 'pathId((text) => id.describe(text))', 'pathId((text) => id)'],
  [
    'the texts of an endpoint',
    "get('/a/', { access: 'open', summary: 'x', description: 'It\\'s', errors: { A: `b` }, query })",
    "get('/a/', { access: 'open', query })",
  ],
  [
    'what is answered, with what stands in it',
    "post('/a/:b/', { ...b, body: z.object({}),\n  reply: z.union([done.describe('c'), d]), example: { body: {} } })",
    "post('/a/:b/', { ...b, body: z.object({}),\n  })",
  ],
  ['the last one', "get('/a/', { access: 'open', reply })", "get('/a/', { access: 'open', })"],
  [
    'but no field of such a name',
    'z.object({ description: text, errors: z.object({}), reply: z.string() })',
    'z.object({ description: text, errors: z.object({}), reply: z.string() })',
  ],
  ['and nothing of other calls', "map.get('/a/', reply)", "map.get('/a/', reply)"],
  ['types stay for the compiler', "const a = (b: string): C => get('/a/', { reply } as D)", null],
] as const) {
  test(`left out of what is built: ${says}`, () => assert.equal(contractForCallers(code), left ?? code))
}
