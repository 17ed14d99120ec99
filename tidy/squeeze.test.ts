import assert from 'node:assert/strict'
import { test } from 'node:test'

const { squeezed } = (await import(new URL('../scripts/squeeze.mjs', import.meta.url).href)) as {
  squeezed: (name: string, code: string) => string
}

for (const [says, code, left] of [
  [
    'comments and spaces',
    '// why\nexport const a = (b) => {\n  return b + 1 /* one */\n}\n',
    'export const a=b=>{return b+1};',
  ],
  ['texts beyond Latin', "module.exports = 'пів'", 'module.exports=`\\u043f\\u0456\\u0432`;'],
  ['Latin stays', "module.exports = 'né'", 'module.exports=`né`;'],
  ['patterns', 'exports.a = /[–]/u', 'exports.a=/[\\u2013]/u;'],
  ['what it asks of its language', "'use strict'\nexports.a = 1", '"use strict";exports.a=1;'],
] as const) {
  test(`shorter for a box: ${says}`, () => assert.equal(squeezed('one.js', code), left))
}

test('a module that cannot be read is named', () => {
  assert.throws(() => squeezed('one.js', 'const = 1'), /one\.js/)
})
