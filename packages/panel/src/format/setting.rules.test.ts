import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from '../testing/texts.ts'
import { choicesOf, limitText, numberedChoices, numberedText, problemOf, type Schema } from './setting.rules.ts'

const en = textsIn('en')

test('daylight saving and time zones are shown as countries and offsets', () => {
  assert.equal(numberedText('tsMode', 8, en, 'en'), 'Poland')
  assert.equal(numberedText('tsMode', 15, en, 'en'), 'custom, see below')
  assert.deepEqual(
    [8, -14, 0, 23].map((value) => numberedText('timeGmt', value, en, 'en')),
    ['+02:00', '−03:30', '+00:00', '+05:45'],
  )
  assert.equal(numberedText('port', 8, en, 'en'), undefined)
  assert.deepEqual(numberedChoices('timeGmt', 90)?.at(-1), 90)
  assert.equal(numberedChoices('tsMode', null)?.length, 16)
})

const port: Schema = { type: 'integer', minimum: 1, maximum: 65_535 }
const orNone: Schema = { anyOf: [port, { type: 'null' }] }
const word: Schema = { type: 'string', minLength: 5, maxLength: 10, pattern: '^[!-~]*$' }
const mode: Schema = { enum: [null, 1, 2] }
const object: Schema = { type: 'object', properties: { port, word } }

const rows: [says: string, schema: Schema, value: unknown, problem: string | null][] = [
  ['a number in its range', port, 502, null],
  ['one above it', port, 65_536, 'Enter a number from 1 to 65535.'],
  ['no number at all', port, '5x', 'Enter a number from 1 to 65535.'],
  ['nothing where something is needed', port, null, 'This field is required.'],
  ['nothing where that is allowed', orNone, null, null],
  ['a choice', mode, 2, null],
  ['no choice, where that is one', mode, null, null],
  ['what is none', mode, 7, 'This field is required.'],
  ['a text that is too short', word, 'abc', 'Enter 5 to 10 characters.'],
  ['one of another form', word, 'a b c d', 'Invalid format.'],
  ['the first of an object', object, { port: 0, word: 'abcde' }, 'Enter a number from 1 to 65535.'],
  ['each of a list', { type: 'array', items: port }, [1, 70_000], 'Enter a number from 1 to 65535.'],
]
for (const [says, schema, value, problem] of rows) {
  test(says, () => assert.equal(problemOf(schema, value, en), problem))
}

test('a secret that is left alone is right', () => {
  assert.equal(problemOf(object, { port: 1, word: null }, en, ['word']), null)
  assert.equal(problemOf(object, { port: 1, word: null }, en), 'This field is required.')
})

test('names the limits of a value; choices have none', () => {
  assert.deepEqual(
    [limitText(en, orNone), limitText(en, mode), limitText(en, word)],
    ['1 – 65535; leave empty to disable', '', 'at most 10 characters'],
  )
  assert.deepEqual(choicesOf(mode), [null, 1, 2])
})
