import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { blocksOf, type MarkupBlock, runsOf } from './widgets.rules.ts'

for (const [line, runs] of [
  ['plain', [{ text: 'plain' }]],
  ['a **b** c', [{ text: 'a ' }, { text: 'b', look: 'bold' }, { text: ' c' }]],
  ['*i* `x*y*`', [{ text: 'i', look: 'italic' }, { text: ' ' }, { text: 'x*y*', look: 'code' }]],
  ['[Jan](https://example.org/a)', [{ text: 'Jan', look: 'link', href: 'https://example.org/a' }]],
  ['[x](javascript:alert(1))', [{ text: '[x](javascript:alert(1))' }]],
  ['[x](data:text/html,1)', [{ text: '[x](data:text/html,1)' }]],
  ['<b>no</b>', [{ text: '<b>no</b>' }]],
  ['5 * 3 * 2', [{ text: '5 ' }, { text: ' 3 ', look: 'italic' }, { text: ' 2' }]],
  ['** alone', [{ text: '** alone' }]],
] as const) {
  test(line, () => assert.deepEqual(runsOf(line), runs))
}

test('headings, lists and paragraphs', () => {
  assert.deepEqual(blocksOf('# Shift\n- one\n- two\n\nfirst\nsecond\n\nthird'), [
    { kind: 'heading', runs: [{ text: 'Shift' }] },
    { kind: 'list', items: [[{ text: 'one' }], [{ text: 'two' }]] },
    { kind: 'paragraph', lines: [[{ text: 'first' }], [{ text: 'second' }]] },
    { kind: 'paragraph', lines: [[{ text: 'third' }]] },
  ])
})

const texts = (block: MarkupBlock): string =>
  (block.kind === 'heading' ? [block.runs] : block.kind === 'list' ? block.items : block.lines)
    .flat()
    .map(({ text }) => text)
    .join('')

test('whatever is written, it ends, and no link leads but to the web', () => {
  const part = fc.constantFrom('**', '*', '`', '[', '](', ')', 'https://a', 'javascript:', '# ', '- ', '\n', 'x', '<')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      const blocks = blocksOf(text)
      assert.ok(blocks.map(texts).join('').length <= text.length)
      assert.doesNotMatch(JSON.stringify(blocks), /"href":"(?!https?:\/\/)/)
    }),
  )
})
