import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from '../../testing/texts.ts'
import { fieldErrorText } from './draft.rules.ts'

const [en, pl] = [textsIn('en'), textsIn('pl')]

for (const [message, english, polish] of [
  ['must be a whole number from 0 to 63', 'Enter a whole number from 0 to 63.', 'Podaj liczbę całkowitą od 0 do 63.'],
  ['is needed for the kind g', 'This field is required.', 'To pole jest wymagane.'],
  ['must be an e-mail address', 'Enter an e-mail address.', 'Podaj adres e-mail.'],
  ['is odd in some new way', 'is odd in some new way', 'is odd in some new way'],
] as const) {
  test(`"${message}" in the words of the reader`, () => {
    assert.equal(fieldErrorText(en, message), english)
    assert.equal(fieldErrorText(pl, message), polish)
  })
}
