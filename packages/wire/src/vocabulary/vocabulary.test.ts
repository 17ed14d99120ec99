import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { z } from 'zod'
import { bool, flag, namedFlags } from './flags.ts'
import { instant, startInstant } from './instant.ts'
import { decimal, id, ids, integer } from './numbers.ts'
import { lang, nothing, uuid } from './words.ts'

const no = Symbol('no')

const reads = (name: string, schema: z.ZodType, rows: readonly (readonly [unknown, unknown])[]): void => {
  describe(name, () => {
    for (const [text, value] of rows) {
      test(JSON.stringify([text]), () => {
        const parsed = schema.safeParse(text)
        if (value === no) assert.equal(parsed.success, false)
        else assert.deepEqual(parsed.data, value)
      })
    }
  })
}

reads('id', id, [
  ['7', 7],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ...['9007199254740993', '0', '-1', '07', '1.0', '1e3', ' 7', '', '0x7', '٧'].map((text) => [text, no] as const),
  [7, no],
  [undefined, no],
])

reads('ids', ids(3), [
  ['1', [1]],
  ['1,2,3', [1, 2, 3]],
  ['3,3', [3]],
  [' 1 , 2,  1 ', [1, 2]],
  ['1,1,1,1', [1]],
  ...['1,2,3,4', '', ',', '1,', '1 2', ' ', '1, ,2', '1,0', '1;2'].map((text) => [text, no] as const),
])

reads('integer', integer(-5, 5), [
  ['0', 0],
  ['-5', -5],
  ['5', 5],
  ...['6', '-6', '-0', '1.5', '', '+1'].map((text) => [text, no] as const),
])

reads('bool', bool, [
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ...['TRUE', 'yes', '', '2'].map((text) => [text, no] as const),
])

reads('flag', z.strictObject({ list: flag }), [
  [{}, { list: false }],
  [{ list: '' }, { list: true }],
  [{ list: '1' }, no],
  [{ other: '' }, no],
])

reads('flags that name things', namedFlags('keys', ['ntp', 'gsm']), [
  [{}, { keys: [] }],
  [{ gsm: '', ntp: '' }, { keys: ['gsm', 'ntp'] }],
  [{ gsm: '1' }, no],
  [{ other: '' }, no],
])

reads('uuid', uuid, [
  ['0b0e7a52-8f0c-4b39-9d8e-1b3f6c2d4e5f', '0b0e7a52-8f0c-4b39-9d8e-1b3f6c2d4e5f'],
  ['0B0E7A52-8F0C-4b39-9D8E-1B3F6C2D4E5F', '0b0e7a52-8f0c-4b39-9d8e-1b3f6c2d4e5f'],
  ['0g0e7a52-8f0c-4b39-9d8e-1b3f6c2d4e5f', no],
  ['0b0e7a528f0c4b399d8e1b3f6c2d4e5f', no],
])

reads('lang', lang, [
  ['ua', 'ua'],
  ['uk', 'ua'],
  ['UK', no],
])

reads('nothing', nothing, [
  [null, {}],
  [{}, {}],
  [{ a: 1 }, {}],
  ...[[], '', 0, false, undefined].map((value) => [value, no] as const),
])

reads('decimal', decimal, [
  ['-12.50', '-12.50'],
  ['18446744073709551615', '18446744073709551615'],
  ...['', '.5', '5.', '1e3', '+1', '1,5', ' 1', 'NaN', '0x1', '--1', '1'.repeat(65)].map((text) => [text, no] as const),
])

const at = (text: string): Date => new Date(text)

reads('instant', instant, [
  ['2026-11-14T23:54:00Z', at('2026-11-14T23:54:00Z')],
  ['2026-11-14T23:54:00', at('2026-11-14T23:54:00Z')],
  ['2026-11-14T23:54', at('2026-11-14T23:54:00Z')],
  ['2026-11-14', at('2026-11-14T00:00:00Z')],
  ['2026-11-14T23:54:00.123456Z', at('2026-11-14T23:54:00.123Z')],
  ['2026-11-14T23:54:00.9Z', at('2026-11-14T23:54:00.900Z')],
  ['2026-11-14T23:54:00+02:00', at('2026-11-14T21:54:00Z')],
  ['2026-11-14T23:54:00 02:00', at('2026-11-14T21:54:00Z')],
  ['2026-11-14T23:54:00-0530', at('2026-11-15T05:24:00Z')],
  ['2026-11-14T23:54:00+02', at('2026-11-14T21:54:00Z')],
  ['2024-02-29T00:00:00Z', at('2024-02-29T00:00:00Z')],
  ['0099-01-01T00:00:00Z', at('0099-01-01T00:00:00Z')],
  ...[
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01',
    '2026-01-00',
    '2026-11-14T24:00:00Z',
    '2026-11-14T23:60:00Z',
    '2026-11-14T23:59:60Z',
    '2026-11-14T23:54:00+24:00',
    '2026-11-14T23:54:00+02:60',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '2026-11-14 23:54:00',
    '1763164440',
    'now',
    '',
  ].map((text) => [text, no] as const),
])

reads('startInstant', startInstant, [
  ['2026-11-14T23:54:00Z', at('2026-11-14T23:54:00Z')],
  ['2026-11-14T23:54:00.123Z', at('2026-11-14T23:54:00.123Z')],
  ['2026-11-14T23:54:00.123000Z', at('2026-11-14T23:54:00.123Z')],
  ['2026-11-14T23:54:00.123001Z', at('2026-11-14T23:54:00.124Z')],
  ['2026-11-14T23:54:00.000000001Z', at('2026-11-14T23:54:00.001Z')],
  ['2026-12-31T23:59:59.9991Z', at('2027-01-01T00:00:00Z')],
  ['2026-02-29T00:00:00Z', no],
])

test('startInstant keeps whole milliseconds', () => {
  for (let ms = 0; ms < 1000; ms += 1) {
    const text = `2026-11-14T23:54:00.${String(ms).padStart(3, '0')}Z`
    assert.deepEqual(startInstant.parse(text), at(text))
  }
})

test('decodes what it encodes', () => {
  const all = z.object({ id, ids: ids(100), n: integer(-1000, 1000), b: bool, f: flag, i: instant, d: decimal })
  const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  const any = fc.record({
    id: anyId,
    ids: fc.uniqueArray(anyId, { minLength: 1, maxLength: 100 }),
    n: fc.integer({ min: -1000, max: 1000 }),
    b: fc.boolean(),
    f: fc.boolean(),
    i: fc.date({ min: at('0001-01-01T00:00:00Z'), max: at('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    d: fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => `${whole}.${part}`.slice(0, 64)),
  })
  fc.assert(fc.property(any, (value) => assert.deepEqual(all.parse(z.encode(all, value)), { ...value })))
})
