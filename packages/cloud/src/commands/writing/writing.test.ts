import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDevice } from '@busbar/simulator'
import { templates } from '@busbar/templates'
import { type NewParam, shareBench, type WritingBench } from './testing/writing-bench.ts'

let bench: WritingBench

describe('a value is written as the device wants it', () => {
  shareBench((started) => {
    bench = started
  })

  const f32 = { address: 10, valueType: 'f32', precision: 1, unitName: '°C' }
  const rows: readonly (readonly [
    name: string,
    param: Omit<NewParam, 'slug'>,
    writeFunction: string,
    value: string,
    functions: number[],
    words: number[],
    newValue?: string,
  ])[] = [
    ['one register', { address: 10, valueType: 'u16' }, 'normal', '7', [3, 6, 3], [7]],
    ['one register, always 16', { address: 10, valueType: 'u16' }, 'always-16', '8', [3, 16, 3], [8]],
    ['two registers', f32, 'normal', '21.5', [3, 16, 3], [0x41ac, 0]],
    ['two registers, always 6', { address: 10, valueType: 'u32' }, 'always-6', '65538', [3, 6, 6, 3], [1, 2]],
    ['rounded', { address: 10, valueType: 's16', multiplier: '0.1' }, 'normal', '-2.34', [3, 6, 3], [0xffe9], '-2.3'],
    [
      'every digit',
      { address: 10, valueType: 'u64' },
      'normal',
      '18446744073709551615',
      [3, 16, 3],
      Array(4).fill(0xffff),
    ],
    ['an enum', { address: 10, valueType: 'enum', enum: { 0: 'Off', 3: 'On' } }, 'normal', '3', [3, 6, 3], [3]],
    ['a text', { address: 10, valueType: 'string', bitsAmount: 32 }, 'normal', 'abc', [3, 16, 3], [0x6162, 0x6300]],
  ]
  for (const [name, param, writeFunction, value, functions, words, newValue = value] of rows) {
    test(name, async () => {
      bench.bank.holding.fill(0)
      const id = await bench.paramOf(param, { writeFunction })
      bench.devices.requestedFns = []
      const answer = (await bench.write(id, value)) as { ok: { formattedValue: string } }
      const oldValue = param.valueType === 'string' ? '' : '0'
      assert.deepEqual(answer, { ok: { ...answer.ok, oldValue, newValue } })
      assert.deepEqual(bench.devices.requestedFns, functions)
      assert.deepEqual(bench.wordsAt(10, words.length), words)
    })
  }

  test('registers one by one begin with the most significant', async () => {
    const id = await bench.paramOf({ address: 20, valueType: 'u32', order: 'CDAB' }, { writeFunction: 'always-6' })
    const order: number[][] = []
    bench.devices.onRequest = (fn) => fn === 6 && order.push(bench.wordsAt(20, 2))
    await bench.write(id, '65538')
    bench.devices.onRequest = () => {}
    // Before the second one came, the high word at the higher address was there.
    assert.deepEqual(order, [
      [0, 0],
      [0, 1],
    ])
    assert.deepEqual(bench.wordsAt(20, 2), [2, 1])
  })

  test('coils and bits are true and false, numbers and their texts', async () => {
    const { orgId } = bench
    const post = (path: string, body: object) => bench.post(path, body)
    const at = async (param: Omit<NewParam, 'slug'>) => `#${await bench.paramOf(param)}`
    const coil = await at({ address: 3, valueType: 'bit', registerKind: 'coil' })
    const bit = await at({ address: 12, valueType: 'bit', bitPosition: 2 })
    const word = await at({ address: 10, valueType: 'u16' })
    const text = await at({ address: 30, valueType: 'string', bitsAmount: 64 })
    const save = (param: string, value: unknown) => post(`/org/${orgId}/params/save-param-value/`, { param, value })
    const toggle = (param: string, off: unknown, on: unknown) =>
      post(`/org/${orgId}/params/toggle/`, { param, default: off, on })
    const saved: [string, unknown, string | null][] = [
      [coil, true, '1'],
      [coil, false, '0'],
      [coil, 'true', '1'],
      [coil, 0, '0'],
      [coil, '1', '1'],
      [coil, 2, null],
      [bit, true, '1'],
      [bit, false, '0'],
      [word, true, null],
      [word, 'false', null],
      [word, 7, '7'],
      [text, true, 'true'],
    ]
    for (const [param, value, newValue] of saved) {
      const answer = (await save(param, value)) as { ok?: { newValue: string } }
      assert.equal(answer.ok?.newValue ?? null, newValue, `${param} ${JSON.stringify(value)}`)
    }
    await save(coil, false)
    for (const newValue of ['1', '0', '1']) {
      assert.partialDeepStrictEqual(await toggle(coil, false, true), { ok: { newValue } })
    }
    const connection = { kind: 'net-id', networkId: bench.netId }
    for (const values of [
      [true, false, true],
      [0, 1, 0],
    ]) {
      const group = { deviceModbusId: 1, kind: 'coil', address: 20, values, connection }
      assert.deepEqual(await post('/raw/write-register-group/', group), { ok: { written: 3 } })
      assert.deepEqual([...bench.bank.coil.subarray(20, 23)], values.map(Number))
    }
    const add = (amount: unknown) => post(`/org/${orgId}/params/increment/`, { param: word, amount })
    assert.partialDeepStrictEqual(await add(-2), { ok: { oldValue: '7', newValue: '5' } })
    assert.partialDeepStrictEqual(await post(`/param/${coil.slice(1)}/write/`, { newValue: false }), {
      ok: { newValue: '0' },
    })
  })

  for (const [writeFunction, fn] of [
    ['normal', 5],
    ['always-6', 5],
    ['always-16', 15],
  ] as const) {
    test(`a coil, ${writeFunction}`, async () => {
      bench.bank.coil.fill(0)
      const id = await bench.paramOf({ address: 3, valueType: 'bit', registerKind: 'coil' }, { writeFunction })
      bench.devices.requestedFns = []
      assert.deepEqual(await bench.write(id, '1'), { ok: { oldValue: '0', newValue: '1', formattedValue: '1' } })
      assert.deepEqual(bench.devices.requestedFns, [1, fn, 1])
      assert.deepEqual([...bench.bank.coil.subarray(2, 5)], [0, 1, 0])
    })
  }

  test('the text is in the language that was asked for', async () => {
    const id = await bench.paramOf(f32)
    const answer = (await bench.write(id, '1234.5', { lang: 'pl' })) as { ok: { formattedValue: string } }
    assert.equal(answer.ok.formattedValue.replaceAll(/\s/g, ' '), '1234,5 °C')
  })

  test('registers that hold no number can be written, but not incremented', async () => {
    const id = await bench.paramOf({ address: 30, valueType: 'f32' })
    bench.bank.holding.set([0x7fc0, 0], 30)
    const path = `/org/${bench.orgId}/params/`
    assert.deepEqual(await bench.post(`${path}increment/`, { param: `#${id}`, amount: '1' }), { err: 'NotANumber' })
    assert.deepEqual(await bench.write(id, '2'), { ok: { oldValue: null, newValue: '2', formattedValue: '2' } })
  })
})

describe('numbers that mean no value, and signs that are numbers', () => {
  shareBench((started) => {
    bench = started
  })

  test('no value is no old value, cannot be incremented, and is not written', async () => {
    const id = await bench.paramOf({ address: 50, valueType: 's16', multiplier: '0.1', nanValues: ['0x8000'] })
    bench.bank.holding.set([0x8000], 50)
    const path = `/org/${bench.orgId}/params/`
    assert.deepEqual(await bench.post(`${path}increment/`, { param: `#${id}`, amount: '1' }), { err: 'NoValue' })
    assert.deepEqual(await bench.write(id, '-3276.8'), { err: 'The device would take this for no value.' })
    assert.deepEqual(bench.wordsAt(50, 1), [0x8000])
    assert.deepEqual(await bench.write(id, '2'), { ok: { oldValue: null, newValue: '2', formattedValue: '2' } })
  })

  test('a negative number is written as the device codes it', async () => {
    const id = await bench.paramOf({
      address: 51,
      valueType: 'u16',
      multiplier: '0.1',
      coding: { negativeFrom: 10_000 },
    })
    bench.bank.holding.set([10_050], 51)
    assert.deepEqual(await bench.write(id, '-0.3'), {
      ok: { oldValue: '-5', newValue: '-0.3', formattedValue: '-0.3' },
    })
    assert.deepEqual(bench.wordsAt(51, 1), [10_003])
  })

  test('refuses a value whose format depends on another register', async () => {
    const id = await bench.paramOf({ address: 52, valueType: 'u16', coding: { scaleAt: 53 } })
    assert.deepEqual(await bench.write(id, '3'), { err: 'The value depends on another register: it can only be read.' })
  })
})

describe('a device has the last word', () => {
  shareBench((started) => {
    bench = started
  })

  test('returns the value that the device stored', async () => {
    const id = await bench.paramOf({ address: 40, valueType: 'u16' }, { unit: 2 })
    const clamping = Object.assign(Object.create(bench.bank) as typeof bench.bank, {
      write: (kind: 'holding', address: number) => bench.bank.write(kind, address, [30]),
    })
    bench.devices.banks.set(2, clamping)
    assert.deepEqual(await bench.write(id, '50'), { ok: { oldValue: '0', newValue: '30', formattedValue: '30' } })
    assert.deepEqual(
      (await bench.auditOf(id)).map(({ after }) => [after['outcome'], after['value'], after['wanted']]),
      [
        [undefined, '50', undefined],
        ['done', '30', '50'],
      ],
    )
  })

  test('an exception is its name, and nothing was done', async () => {
    const id = await bench.paramOf({ address: 65_535, valueType: 'u16' }, { unit: 3 })
    bench.devices.banks.set(3, { read: () => [5], write: () => 3 })
    assert.deepEqual(await bench.write(id, '7'), { err: 'IllegalDataValue' })
    const [, outcome] = await bench.auditOf(id)
    assert.deepEqual(
      { ...outcome?.after, command: 0 },
      { outcome: 'refused', reason: 'IllegalDataValue', wanted: '7', command: 0 },
    )
  })

  test('a simulated thermostat', async () => {
    const time = (): number => Date.UTC(2026, 10, 14)
    bench.devices.banks.set(9, createDevice({ sku: 'thermo', seed: 1, time }))
    const template = templates()
      .get('thermo')
      ?.paramTemplates.find(
        ({ isProgrammable, registerKind, valueType }) =>
          isProgrammable && registerKind === 'holding' && valueType !== 'bit' && valueType !== 'enum',
      )
    assert.ok(template)
    const { address, valueType, multiplier = 1, precision = 0, min = 0 } = template
    const id = await bench.paramOf({ address, valueType, multiplier: String(multiplier), precision }, { unit: 9 })
    const answer = (await bench.write(id, String(min))) as { ok: object }
    assert.deepEqual(answer, { ok: { ...answer.ok, newValue: String(min) } })
  })
})
