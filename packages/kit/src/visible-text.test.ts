import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasInvisible, withoutInvisible } from './visible-text.ts'

for (const [what, text, visible] of [
  ['a plain name', 'Anna Kowalska', 'Anna Kowalska'],
  ['other scripts', 'Зоряна Дніпро 水', 'Зоряна Дніпро 水'],
  ['a zero-width space', 'An\u200Bna', 'Anna'],
  ['a joiner between Latin letters', 'An\u200Dna', 'Anna'],
  ['a byte order mark and a soft hyphen', '\uFEFFAn\u00ADna', 'Anna'],
  ['a right-to-left override', 'Anna \u202Egro.elpmaxe', 'Anna gro.elpmaxe'],
  ['isolates', '\u2066Anna\u2069', 'Anna'],
  ['a Hangul filler', 'Anna\u3164', 'Anna'],
  ['a non-joiner inside a Persian word', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['a family of emoji', '👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
  ['a heart with its selector', '❤\uFE0F', '❤\uFE0F'],
] as const) {
  test(`shows ${what} as it looks`, () => assert.equal(withoutInvisible(text), visible))
}

test('finds characters that show nothing', () => {
  for (const text of ['a\u200Bb@c', 'a@\u202Eb', 'a\u2060@b', 'a@b\u0000', '\u00ADa@b'])
    assert.ok(hasInvisible(text), text)
  assert.ok(!hasInvisible('anna+meter@пошта.example'))
})
