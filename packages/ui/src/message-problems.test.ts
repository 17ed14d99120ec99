import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemsOf, unusedMessages } from './message-problems.ts'
import { messageTypesOf } from './message-types.ts'

type Messages = Readonly<Record<string, string | object>>

/** Writes catalogues with one area; languages without messages of their own have the English ones. */
const folderWith = (messages: { en: Messages; pl?: Messages; ru?: Messages; uk?: Messages }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-messages-'))
  for (const language of ['en', 'pl', 'ru', 'uk'] as const) {
    writeFileSync(join(folder, `${language}.json`), JSON.stringify({ area: messages[language] ?? messages.en }))
  }
  return folder
}

for (const [title, messages, expected] of [
  ['no problem', { en: { title: 'Title of {name}' } }, []],
  ['a missing key', { en: { a: 'A', b: 'B' }, pl: { a: 'A' } }, ['pl: area.b is missing']],
  ['a key of one language', { en: { a: 'A' }, ru: { a: 'A', c: 'C' } }, ['ru: area.c is not an English message']],
  ['a shorter list', { en: { a: ['A', 'B'] }, uk: { a: ['A'] } }, ['uk: area.a.1 is missing']],
  ['an empty text', { en: { a: 'A' }, pl: { a: ' ' } }, ['pl: area.a is empty']],
  [
    'another argument',
    { en: { a: '{name}' }, pl: { a: '{nazwa}' } },
    ['pl: area.a has the arguments "nazwa", English has "name"'],
  ],
  [
    'a missing plural form',
    {
      en: { a: '{n, plural, one {#} other {#}}' },
      pl: { a: '{n, plural, one {#} few {#} many {#} other {#}}' },
      ru: { a: '{n, plural, =0 {none} one {#} few {#} many {#} other {#}}' },
      uk: { a: '{n, plural, one {#} few {#} other {#}}' },
    },
    ['uk: area.a has the forms "one, few, other" of n'],
  ],
] as const) {
  test(`finds ${title}`, () => assert.deepEqual(problemsOf(folderWith(messages)), expected))
}

test('finds text that is not ICU syntax', () => {
  assert.match(problemsOf(folderWith({ en: { a: 'A' }, pl: { a: '{' } })).join(), /^pl: area\.a is not valid/)
})

test('finds a message that no source uses', () => {
  const folder = folderWith({ en: { title: 'T', gone: 'G', kinds: { a: 'A' }, words: { b: 'B' } } })
  const source = join(folder, 'page.tsx')
  writeFileSync(source, 'const { area } = useTexts()\nreturn area.title + area.kinds[kind]\n')
  assert.deepEqual(unusedMessages(folder, [source]), ['area.gone', 'area.words.b'])
})

test('writes types with a number where any language counts it', () => {
  const folder = folderWith({
    en: { all: 'Show all {count}', 'by-name': '{name}', steps: ['A'] },
    pl: { all: 'Wszystkie ({count, number})', 'by-name': '{name}', steps: ['A'] },
  })
  const types = messageTypesOf(folder)
  assert.match(types, /all: \(values: \{ count: number \}\) => string/)
  assert.match(types, /'by-name': \(values: \{ name: string \| number \}\) => string/)
  assert.match(types, /steps: readonly string\[\]/)
})
