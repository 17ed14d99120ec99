import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { settingsSchema } from './schemas.ts'
import { isIn, isSecret } from './setting.ts'
import { keysIn, namesIn, type SettingKey, settingKeys, settings } from './table.ts'
import { atOnceInB, extensions, fieldsOfB, lengths, levelsInA, numbers, onlyIn, secrets } from './testing/contract.ts'
import { mapFields } from './walk.ts'

/** Every field of every key: `serial.baudRate`, `rmSrv.0.ip`. */
const fields = new Map<string, z.ZodType>()
for (const key of settingKeys) {
  mapFields(settings[key].value, settings[key].initial, key, (_, schema, path) => fields.set(path, schema))
}
const pathsOf = (is: (schema: z.ZodType) => boolean): string[] =>
  [...fields].filter(([, schema]) => is(schema)).map(([path]) => path)

const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable ? bare(schema.unwrap() as z.ZodType) : schema
const isNumber = (schema: z.ZodType): boolean => {
  const inner = bare(schema)
  return inner instanceof z.ZodNumber || (inner instanceof z.ZodLiteral && [...inner.values].includes(1))
}

/** A request that sets one field. */
const bodyOf = (path: string, value: unknown): object => {
  const [key = '', first = '', name] = path.split('.')
  if (first === '') return { [key]: value }
  if (name === undefined) return { [key]: { [first]: value } }
  const rows = structuredClone(settings[key as SettingKey].initial) as Record<string, unknown>[]
  return { [key]: rows.map((row, at) => (at === Number(first) ? { ...row, [name]: value } : row)) }
}

const variantsOf = (path: string): ('A' | 'B')[] =>
  (['A', 'B'] as const).filter((variant) => {
    const key = path.split('.')[0] as SettingKey
    return keysIn(variant).includes(key) && (variant === 'B' || !fieldsOfB.includes(path))
  })

const judge = (path: string, value: unknown): boolean[] =>
  variantsOf(path).map((variant) => settingsSchema(variant).safeParse(bodyOf(path, value)).success)

const takes = (path: string, value: unknown): void => {
  assert.ok(judge(path, value).every(Boolean), `${path} takes ${JSON.stringify(value)}`)
}
const refuses = (path: string, value: unknown): void => {
  assert.ok(!judge(path, value).some(Boolean), `${path} refuses ${JSON.stringify(value)}`)
}

describe('numbers', () => {
  test('all are in the contract', () => {
    const found = pathsOf(isNumber).filter((path) => !/^\w+\.[1-9]/.test(path))
    assert.deepEqual(found.toSorted(), Object.keys(numbers).toSorted())
  })
  for (const [path, [low, high, orNull]] of Object.entries(numbers)) {
    test(`${path} is ${low} to ${high}${orNull === undefined ? '' : ' or null'}`, () => {
      for (const value of [low, high, Math.floor((low + high) / 2)]) takes(path, value)
      for (const value of [low - 1, high + 1, low + 0.5, String(low), true, [low], {}]) refuses(path, value)
      ;(orNull === undefined ? refuses : takes)(path, null)
    })
  }
})

describe('texts', () => {
  for (const [path, [low, high, sign]] of Object.entries(lengths)) {
    test(`${path} has ${low} to ${high} characters`, () => {
      for (const length of [low, high]) takes(path, sign.repeat(length))
      refuses(path, sign.repeat(high + 1))
      if (low > 0) refuses(path, sign.repeat(low - 1))
      for (const value of [5, [], ' '.repeat(high), `${sign.repeat(high - 1)}\n`, 'é'.repeat(high)])
        refuses(path, value)
    })
  }
  const key = Buffer.alloc(32, 9).toString('base64')
  const rows: [path: string, good: unknown[], bad: unknown[]][] = [
    [
      'ethernet.ip',
      ['10.0.0.1'],
      ['', '10.0.0', '10.0.0.256', '010.0.0.1', '0.0.0.0', '127.0.0.1', '224.0.0.1', '::1', 'a'],
    ],
    [
      'ethernet.mask',
      ['255.255.255.0', '128.0.0.0', '255.255.255.255'],
      ['', '0.0.0.0', '255.0.255.0', '255.255.255.1', '24'],
    ],
    ['ethernet.gate', ['', '10.0.0.1'], ['0.0.0.0', 'x']],
    ['ethernet.ipDnss', [[], ['8.8.8.8', '1.1.1.1']], [['x'], ['8.8.8.8', ''], '8.8.8.8', Array(5).fill('8.8.8.8')]],
    [
      'ethernet.macManual',
      ['', '02:00:00:12:34:56', '0A-0b-0c-0d-0e-0f'],
      [
        '020000123456',
        '02:00-00:12:34:56',
        '03:00:00:12:34:56',
        '00:00:00:00:00:00',
        '02:00:00:12:34',
        '02:00:00:12:34:5g',
      ],
    ],
    [
      'gsm.phones',
      [['', '+380501234567', '112', '']],
      [[], ['', '', ''], ['', '', '', '', ''], ['x', '', '', ''], ['+', '', '', '']],
    ],
    ['gsm.balanceUssdReq', ['', '*111#', 'balance ü', '*'.repeat(12)], ['*100*1234567#', null]],
    [
      'wgManual.deviceKey',
      ['', key],
      [key.slice(1), `${key.slice(0, -2)}==`, key.replace('=', ''), `${key} `, 'A'.repeat(44)],
    ],
    ['wgManual.peerPublicKey', ['', key], ['x', null]],
    ['wgManual.deviceIp', ['', '10.9.0.2'], ['10.9.0']],
    ['wgManual.deviceMask', ['255.255.0.0'], ['', '255.0.255.0']],
    [
      'cbCloud.hostname',
      ['', 'gw.example.org', '10.0.0.1', 'a-b'],
      ['-a', 'a-', 'a..b', 'a b', 'http://a', '10.0.0.256', '1.2.3', 'a_b', 'ä.org'],
    ],
    [
      'firmware.url',
      ['http://a/', 'a', 'ftp://a/', `https://example.org/${'a'.repeat(76)}`],
      ['', 'https://a/ b', 'https://ä/', `https://example.org/${'a'.repeat(77)}`],
    ],
    ['language', ['en', 'ua', 'pl', 'pt-BR'], ['', 'a b', 'x'.repeat(9), null]],
    ['serial.uidRange', ['7', '1-247', '255-255'], ['', '0-5', '1-256', '9-3', '1-', '01-5', '1-2-3', ' 1-5', '1,5']],
    ['rmSrv.0.uidRange', ['', '200-210'], ['0', 'x']],
    ['rmSrv.0.ip', ['', '10.0.0.1', '127.0.0.1', 'example.org'], ['1', '0.0.0.0', '224.0.0.1', 'a b', '10.0.0.256']],
    [
      'ntp.hostnames',
      [[], ['a'.repeat(20)], ['a', 'b', 'c', 'd']],
      [[''], ['a'.repeat(21)], ['a', 'b', 'c', 'd', 'e'], 'a'],
    ],
    ['fwd.0.serverAddr', ['', 'example.org', '10.0.0.1'], ['a b', 'a'.repeat(47)]],
    ['gsm.pinClear', [true, false], [null, 1]],
  ]
  for (const [path, good, bad] of rows) {
    test(path, () => {
      for (const value of good) takes(path, value)
      for (const value of bad) refuses(path, value)
    })
  }
})

test('booleans take nothing else', () => {
  for (const path of pathsOf((schema) => schema instanceof z.ZodBoolean)) {
    for (const value of [true, false]) takes(path, value)
    for (const value of [0, 1, 'true', null, []]) refuses(path, value)
  }
})

test('keys, levels and fields are those of each variant', () => {
  assert.equal(settingKeys.length, 24 + extensions.length)
  assert.deepEqual(settingKeys.slice(24), extensions)
  for (const variant of ['A', 'B'] as const) {
    const other = onlyIn[variant === 'A' ? 'B' : 'A']
    assert.deepEqual(keysIn(variant).toSorted(), settingKeys.filter((key) => !other.includes(key)).toSorted())
    assert.deepEqual(namesIn(variant).toSorted(), [...keysIn(variant), 'forwarding'].toSorted())
    for (const key of keysIn(variant)) {
      const level = variant === 'B' || levelsInA[1].includes(key) ? 1 : 2
      assert.equal(settings[key].level[variant], level, key)
      assert.equal(settings[key].applies[variant], variant === 'B' && atOnceInB.includes(key) ? 'now' : 'restart', key)
    }
  }
  assert.deepEqual([...levelsInA[1], ...levelsInA[2]].toSorted(), keysIn('A').toSorted())
  assert.deepEqual(
    pathsOf((schema) => !isIn('A', schema)),
    fieldsOfB,
  )
  for (const path of fieldsOfB) assert.ok(!settingsSchema('A').safeParse(bodyOf(path, true)).success, path)
})

test('secrets are those of the contract', () => {
  assert.deepEqual(pathsOf(isSecret).toSorted(), secrets.toSorted())
})

test('every setting has a position of its own in replies and exports', () => {
  const positions = settingKeys.map((key) => settings[key].position)
  assert.deepEqual(
    positions,
    positions.map((_, index) => index + 1),
  )
})
