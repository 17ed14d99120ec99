import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutTexts } from './without-texts.ts'

for (const [says, code, left] of [
  ['a description', "z.string().max(5).describe('A `name`, at most 5.').optional()", 'z.string().max(5).optional()'],
  ['one on its own line', 'z\n  .int()\n  .describe(\n    "It\'s long",\n  )', 'z\n  .int()\n  '],
  ['a description that is worked out stays', 'id.describe(text)', 'id.describe(text)'],
  ['what an endpoint says', "{ summary: 'x', description: 'It\\'s', reply }", '{   reply }'],
  ['a template of two lines', 'summary:\n  `a ${b}` +\n  `c`,\nreply', '\nreply'],
  ['errors', "errors: {\n  A: 'x',\n  B: '',\n},\nreply", '\nreply'],
  [
    'fields of these names stay',
    'z.object({ description: text, errors: z.object({}) })',
    'z.object({ description: text, errors: z.object({}) })',
  ],
  ['beside a name', ".meta({ id: 'A', description: 'x' })", ".meta({ id: 'A',  })"],
] as const) {
  test(`left out of what is built: ${says}`, () => assert.equal(withoutTexts(code), left))
}
