import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatProblem, registerKinds, type ValueFormat, valueTypes } from '@busbar/modbus'
import { templates } from '@busbar/templates'
import * as fc from 'fast-check'
import type { ParamFields } from '../params/params.contract.ts'
import { type ParamTemplate, paramProblems, tidyParam } from './param-template.rules.ts'
import { readParams, writeParams } from './params-table.rules.ts'

const head = 'name_en,registerKind,address,valueType'

const readable: [string, string, object[]][] = [
  [
    'the least',
    `${head}\nVoltage,input,0,u16\n`,
    [{ name: { en: 'Voltage' }, registerKind: 'input', address: 0, valueType: 'u16' }],
  ],
  [
    'names without a language, in any case, spaces around, semicolons and the comma of the country',
    '\uFEFFNAME ;registerkind;Address;valueType;multiplier;isTracked;name_pl\r\n Voltage ;input; 7 ;u16;0,1;YES;Napięcie\r\n',
    [
      {
        name: { en: 'Voltage', pl: 'Napięcie' },
        registerKind: 'input',
        address: 7,
        valueType: 'u16',
        multiplier: 0.1,
        isTracked: true,
      },
    ],
  ],
  [
    'labels of numbers, in two languages',
    'name,registerKind,address,valueType,enum,enum_pl\nMode,holding,1,enum,0=off; 1=a\\;b=c,1=tak\n',
    [
      {
        name: { en: 'Mode' },
        registerKind: 'holding',
        address: 1,
        valueType: 'enum',
        enum: { '0': { en: 'off' }, '1': { en: 'a;b=c', pl: 'tak' } },
      },
    ],
  ],
  [
    'numbers that mean no value, and a coding',
    `${head},nanValues,coding\nT,input,0,u16,0xFFFF; 32767,"{""negativeFrom"":10000}"\n`,
    [
      {
        name: { en: 'T' },
        registerKind: 'input',
        address: 0,
        valueType: 'u16',
        nanValues: ['0xFFFF', '32767'],
        coding: { negativeFrom: 10_000 },
      },
    ],
  ],
  [
    'a formula as text, and every digit',
    `${head},max,description_en\n'=1+1,input,0,u64,18446744073709551615.50,'''=x\n`,
    [
      {
        name: { en: '=1+1' },
        registerKind: 'input',
        address: 0,
        valueType: 'u64',
        max: '18446744073709551615.50',
        description: { en: "''=x" },
      },
    ],
  ],
]

for (const [title, text, params] of readable) {
  test(`a table with ${title}`, () => assert.deepEqual(readParams(text), { params }))
}

const mistakes: [string, [line: number, column: string, message: RegExp][]][] = [
  ['', [[1, '', /nothing/]]],
  [head, [[1, '', /nothing/]]],
  [
    'name_en,colour,name\nx,y,z',
    [
      [1, 'colour', /no such column/],
      [1, 'name', /twice/],
    ],
  ],
  ['name_en,address\nx,1', [[1, 'registerKind', /missing/]]],
  [`${head}\nx,"input,0,u16`, [[2, '2', /never closed/]]],
  [`${head}\nx,input,0,u16,more`, [[2, '5', /no column/]]],
  [
    `${head}\n"x\ny",input,-1,u16\nx,input,70000,u8\n,input,0,u16`,
    [
      [2, 'address', /whole number/],
      [4, 'address', /65535/],
      [4, 'valueType', /u16/],
      [5, 'name_en', /missing/],
    ],
  ],
  [
    `label,${head},bitsAmount,isTracked,enum\na,x,input,0,s16,3,1,\na,x,input,0,u16,,1,\na,x,input,0,u16,,1,`,
    [
      [2, 'bitsAmount', /no meaning/],
      [4, 'label', /another parameter/],
    ],
  ],
  [
    `${head},isTracked,enum,multiplier\nx,input,0,u16,maybe,,\nx,input,0,enum,,0:off,\nx,input,0,enum,,0=a;0=b,`,
    [
      [2, 'isTracked', /true or false/],
      [3, 'enum_en', /0=off;1=on/],
      [4, 'enum_en', /twice/],
    ],
  ],
  [`${head},multiplier\nx,input,0,u16,"1,5"`, [[2, 'multiplier', /plain decimal/]]],
  [
    `${head},nanValues,coding\nx,input,0,u16,FF,\nx,input,0,u16,,no\nx,input,0,u16,,"{""scaleAt"":200}"`,
    [[3, 'coding', /must be like/]],
  ],
  [
    `${head},nanValues,coding\nx,input,0,u16,FF,\nx,input,0,u16,,"{""scaleAt"":200}"`,
    [
      [2, 'nanValues', /0x8000/],
      [3, 'coding', /one request/],
    ],
  ],
  [`${head},enum_pl\nx,input,0,enum,0=tak`, [[2, 'enum_en', /English/]]],
]

for (const [text, wanted] of mistakes) {
  test(`errors have line and column: ${JSON.stringify(wanted.map(([line, column]) => [line, column]))}`, () => {
    const read = readParams(text)
    assert.ok('errors' in read)
    // The order within a line is the checker's own.
    const order = read.errors.toSorted((a, b) => a.line - b.line || a.column.localeCompare(b.column))
    assert.deepEqual(
      order.map(({ line, column }) => [line, column]),
      wanted.map(([line, column]) => [line, column]),
    )
    for (const [i, [, , message]] of wanted.entries()) assert.match(order[i]?.message ?? '', message)
  })
}

test('too many parameters are refused', () => {
  const read = readParams(`${head}\n${'x,input,0,u16\n'.repeat(2001)}`)
  assert.deepEqual(read, { errors: [{ line: 2002, column: '', message: 'at most 2000 parameters' }] })
})

test('every shipped template goes through a table and comes back the same', () => {
  for (const { paramTemplates, skus } of new Set(templates().values())) {
    const params = paramTemplates.map((param) => tidyParam(param as unknown as ParamFields))
    assert.deepEqual(params, paramTemplates, skus.join())
    assert.deepEqual(readParams(writeParams(params)), { params }, skus.join())
  }
})

const nasty = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', ',', ';', '"', '\\', '\t', '\r', '\n', ' ', 'ż'),
})
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), nasty).filter((one) => one.length <= 50)
const texts = fc.oneof(
  text.filter((one) => one !== ''),
  fc.record({ en: text, pl: text, ru: text, uk: text }, { requiredKeys: ['en'] }),
)
const decimal = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt().map(String),
  fc.constantFrom('-0', '1.50', '0.0000001', 1e-7, -0, 1e21, '007'),
)
const param = fc.record(
  {
    name: texts,
    description: texts,
    category: texts,
    label: text,
    slug: fc.constantFrom('a', 'b', 'c-d'),
    address: fc.nat(65_535),
    registerKind: fc.constantFrom(...registerKinds),
    valueType: fc.constantFrom(...valueTypes),
    order: fc.constantFrom('ABCD', 'DCBA'),
    bitPosition: fc.nat(15),
    bitsAmount: fc.integer({ min: 1, max: 32 }),
    multiplier: decimal,
    shift: decimal,
    precision: fc.nat(12),
    min: decimal,
    max: decimal,
    unitName: text,
    enum: fc.dictionary(fc.nat(70).map(String), texts, { maxKeys: 4 }),
    nanValues: fc.array(fc.constantFrom('0x7F', '12', '-1', '0xFFFF'), { maxLength: 3 }),
    coding: fc.constantFrom(
      {},
      { negativeFrom: 10 },
      { scaleAt: 7 },
      { signAt: { address: 9, positive: 0, negative: 1 } },
    ),
    isTracked: fc.boolean(),
    isProgrammable: fc.boolean(),
  },
  { requiredKeys: ['name', 'address', 'registerKind', 'valueType'] },
) as fc.Arbitrary<ParamFields>

/** Without the settings that do not fit a type, so that most of the random ones are worth something. */
const sensible = (fields: ParamFields): ParamFields => {
  const { bitPosition: _p, bitsAmount: _b, multiplier: _m, shift: _s, min: _l, max: _h, order: _o, ...rest } = fields
  const { nanValues: _n, coding: _c, ...plain } = rest
  return formatProblem(fields as ValueFormat, fields.registerKind) === null ? fields : { ...plain, valueType: 'u16' }
}

test('whatever can be stored goes through a table and comes back the same', () => {
  let count = 0
  fc.assert(
    fc.property(fc.array(param.map(sensible), { minLength: 1, maxLength: 4 }), (inputs) => {
      const params: ParamTemplate[] = inputs.map(tidyParam)
      if (paramProblems(params).length > 0) return
      count += 1
      assert.deepEqual(
        params.map((one) => tidyParam(one)),
        params,
      )
      assert.deepEqual(readParams(writeParams(params)), { params })
    }),
    { numRuns: 500 },
  )
  assert.ok(count > 50, `${count}`)
})

test('no cell of a table begins like a formula', () => {
  fc.assert(
    fc.property(
      nasty.filter((one) => one.trim() !== ''),
      (name) => {
        const table = writeParams([tidyParam({ name, address: 0, registerKind: 'input', valueType: 'u16' })])
        assert.doesNotMatch(table.slice(table.indexOf('\n') + 1), /^"?[=+\-@\t\r＝＋－＠]/)
      },
    ),
  )
})
