import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Catalogue, compileCatalogue } from './catalogue.ts'
import { createTexts, fill, textFor } from './messages.ts'

const textsOf = (catalogue: Catalogue, language: string): unknown => createTexts(compileCatalogue(catalogue), language)

/** Creates the function of a message with arguments. */
const textOf = (message: string, language: string): ((values: Record<string, string | number>) => string) =>
  (textsOf({ message }, language) as { message: (values: Record<string, string | number>) => string }).message

for (const [language, message, wanted] of [
  [
    'en',
    '{count, plural, one {# row} other {# rows}}',
    { 0: '0 rows', 1: '1 row', 1.5: '1.5 rows', 1000: '1\u202f000 rows' },
  ],
  [
    'pl',
    '{count, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}',
    { 1: '1 wiersz', 3: '3 wiersze', 5: '5 wierszy', 12: '12 wierszy', 22: '22 wiersze', 1.5: '1,5 wiersza' },
  ],
  [
    'uk',
    '{count, plural, one {# рядок} few {# рядки} many {# рядків} other {# рядка}}',
    { 1: '1 рядок', 2: '2 рядки', 11: '11 рядків', 21: '21 рядок' },
  ],
  ['pl', 'wszystkie ({count, number})', { 1234.5: 'wszystkie (1\u202f234,5)' }],
] as const) {
  test(`formats "${message}" with the plural forms and numbers of ${language}`, () => {
    const text = textOf(message, language)
    for (const [count, phrase] of Object.entries(wanted)) assert.equal(text({ count: Number(count) }), phrase)
  })
}

test('inserts values as they are, also those with braces and number signs', () => {
  const text = textOf("{name}: '{'id'}' isn't set", 'en')
  assert.equal(text({ name: '{x} # $&' }), "{x} # $&: {id} isn't set")
})

test('keeps groups, lists and messages without arguments', () => {
  const catalogue = { group: { title: 'Title', steps: ['First', 'Second'], one: ['Only'] } }
  assert.deepEqual(textsOf(catalogue, 'en'), catalogue)
})

test('refuses a message that is not valid, with its key', () => {
  assert.throws(() => compileCatalogue({ group: { title: 'a {count, plural' } }), /group\.title/)
  assert.throws(() => compileCatalogue({ group: { steps: ['{count} steps'] } }), /group\.steps/)
})

test('fills a text that is selected at run time, whether it has arguments or not', () => {
  assert.equal(fill('Paused', { when: 'now' }), 'Paused')
  assert.equal(
    fill(({ when }: { when: string }) => `Paused ${when}`, { when: 'now' }),
    'Paused now',
  )
})

test('shows a word that has no text as it is', () => {
  assert.equal(textFor({ up: 'connected' }, 'up'), 'connected')
  assert.equal(textFor({ up: 'connected' }, 'constructor'), 'constructor')
})
