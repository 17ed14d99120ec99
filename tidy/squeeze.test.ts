import assert from 'node:assert/strict'
import { test } from 'node:test'

const { squeezed, squeezedLines } = (await import(new URL('../scripts/squeeze.mjs', import.meta.url).href)) as Record<
  'squeezed' | 'squeezedLines',
  (name: string, code: string) => string
>

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

for (const [says, code, left] of [
  ['comments', '// why\nconst a = 1 // one\n/* all\n   of it */\nconst b = a', '\nconst a = 1\n\n\nconst b = a'],
  ['a comment that divides words', 'const a = () => {\n  return/* one */1\n}', 'const a = () => {\nreturn 1\n}'],
  [
    'what types left',
    'const a = (b        ) => {\n                 \n  return b\n}',
    'const a = (b ) => {\n\nreturn b\n}',
  ],
  [
    'texts stay',
    "const a = '  //  b'\nconst c = `  d\n    ${a   }  e`",
    "const a = '  //  b'\nconst c = `  d\n    ${a }  e`",
  ],
  ['patterns stay', 'const a = /x   y  \\/\\/ z/', 'const a = /x   y  \\/\\/ z/'],
] as const) {
  test(`shorter by lines: ${says}`, () => assert.equal(squeezedLines('one.js', code), left))
}
