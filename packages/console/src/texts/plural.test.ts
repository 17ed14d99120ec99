import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plural } from './plural.ts'

const rows = [
  [
    'en',
    plural('en', { one: '# row', other: '# rows' }),
    { 0: '0 rows', 1: '1 row', 1.5: '1.5 rows', 1000: '1\u202f000 rows' },
  ],
  [
    'pl',
    plural('pl', { one: '# wiersz', few: '# wiersze', many: '# wierszy' }),
    { 1: '1 wiersz', 3: '3 wiersze', 5: '5 wierszy', 12: '12 wierszy', 22: '22 wiersze', 1.5: '1,5 wiersze' },
  ],
  [
    'uk',
    plural('uk', { one: '# рядок', few: '# рядки', many: '# рядків' }),
    { 1: '1 рядок', 2: '2 рядки', 11: '11 рядків', 21: '21 рядок' },
  ],
] as const

for (const [language, text, wanted] of rows) {
  test(`how many, in ${language}`, () => {
    for (const [count, phrase] of Object.entries(wanted)) assert.equal(text(Number(count)), phrase)
  })
}
