import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatProblem, isBitKind, registerCount } from '@busbar/modbus'
import { eventFields, type LocalizedText, languages, type ParamTemplate, parseTemplate, templates } from './index.ts'

const shipped = [...new Set(templates().values())]
const own = ['controller', 'em130', 'em1p', 'em3p', 'inverter', 'pump', 'rpm416', 'thermo', 'weather']
const bought = shipped.filter(({ skus }) => !skus.some((sku) => own.includes(sku)))

/** Every bit of the tables that a parameter takes. */
function bitsOf(param: ParamTemplate): string[] {
  const { registerKind: kind, address, valueType, bitPosition = 0 } = param
  if (isBitKind(kind)) return [`${kind} ${address}`]
  const all = 16 * registerCount(param)
  const width = valueType === 'bit' ? 1 : valueType === 'string' ? all : (param.bitsAmount ?? all)
  return Array.from({ length: width }, (_, n) => {
    const fromTop = all - 1 - bitPosition - n
    return `${kind} ${address + Math.floor(fromTop / 16)}, bit ${15 - (fromTop % 16)}`
  })
}

/** The texts of a parameter, each with what it serves as: a state may be worded otherwise than a name. */
function textsOf({ name, category, description, enum: states = {} }: ParamTemplate): [string, LocalizedText][] {
  const parts: [string, LocalizedText | undefined][] = [
    ['name', name],
    ['category', category],
    ['description', description],
    ...Object.values(states).map((state): [string, LocalizedText] => ['state', state]),
  ]
  return parts.filter((part): part is [string, LocalizedText] => part[1] !== undefined)
}

test('our own families are all there, each by its SKU', () => {
  for (const sku of own) assert.deepEqual(templates().get(sku)?.skus, [sku])
})

test('there are families of other makers, each with its sources', () => {
  assert.ok(bought.length >= 25, `${bought.length}`)
  for (const { skus, sources = [] } of bought) assert.ok(sources.length > 0, skus.join())
})

test('what is said of a line names parameters that can be written, and rates that are rates', () => {
  const families = shipped.filter(({ line }) => line !== undefined)
  assert.ok(families.length >= 15, `${families.length}`)
  for (const { skus, line, paramTemplates } of families) {
    const [unit, rate] = [line?.unitId, line?.baudRate].map((label) =>
      paramTemplates.find((one) => one.label === label),
    )
    assert.ok(unit?.isProgrammable && unit.registerKind === 'holding' && unit.valueType === 'u16', skus.join())
    assert.ok(Number(unit.min ?? 0) >= 1 && Number(unit.max ?? 256) <= 255, skus.join())
    if (line?.baudRate === undefined) continue
    assert.ok(rate?.isProgrammable && rate.registerKind === 'holding' && rate.valueType === 'enum', skus.join())
    for (const { en } of Object.values(rate.enum ?? {})) assert.match(en, /^\d+ bit\/s$/, skus.join())
  }
})

test('SKUs are plain and names are unique', () => {
  for (const sku of templates().keys()) assert.match(sku, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  const names = shipped.map(({ name, manufacturer, version }) => `${manufacturer} ${name} ${version}`)
  assert.equal(new Set(names).size, shipped.length)
})

test('the same English text has one translation everywhere', () => {
  const glossary = new Map<string, LocalizedText>()
  for (const [part, texts] of shipped.flatMap(({ paramTemplates }) => paramTemplates).flatMap(textsOf)) {
    const key = `${part}: ${texts.en}`
    assert.deepEqual(texts, glossary.get(key) ?? texts, key)
    glossary.set(key, texts)
  }
})

test('what a file says of a type holds for its whole registers that say nothing themselves', () => {
  const params = [
    { ...param, label: 'a' },
    { ...param, label: 'b', nanValues: ['0'] },
    { ...param, label: 'c', bitsAmount: 4 },
    { ...param, label: 'd', valueType: 's16' },
  ]
  const file = { ...good, nanValues: { u16: ['0xFFFF'] }, paramTemplates: params }
  const { paramTemplates, ...rest } = parseTemplate('x.json', JSON.stringify(file))
  assert.equal('nanValues' in rest, false)
  assert.deepEqual(
    paramTemplates.map(({ nanValues }) => nanValues),
    [['0xFFFF'], ['0'], undefined, undefined],
  )
})

test('distinguishes register maps that share a name', () => {
  const families = Map.groupBy(
    shipped.filter(({ variant }) => variant !== undefined),
    ({ variant }) => variant?.of,
  )
  assert.ok(families.size >= 5)
  for (const [name, members] of families) {
    assert.ok(
      members.some(({ skus }) => skus.includes(name ?? '')),
      `${name} is nobody's SKU`,
    )
    assert.equal(new Set(members.map(({ variant }) => variant?.note.en)).size, members.length)
    // Users who choose between variants need a probe of the unit.
    if (members.length > 1) for (const { skus, variant } of members) assert.ok(variant?.probe, skus.join())
  }
})

for (const template of shipped) {
  const { skus, paramTemplates } = template

  test(`${skus[0]}: every parameter has a format that can be read and written`, () => {
    for (const param of paramTemplates) assert.equal(formatProblem(param, param.registerKind), null, param.label)
  })

  test(`${skus[0]}: labels are unique and only writable tables are programmable`, () => {
    assert.equal(new Set(paramTemplates.map(({ label }) => label)).size, paramTemplates.length)
    for (const { label, isProgrammable, registerKind } of paramTemplates) {
      if (isProgrammable) assert.ok(registerKind === 'holding' || registerKind === 'coil', label)
    }
  })

  test(`${skus[0]}: no two parameters share a bit`, () => {
    const taken = new Map<string, string>()
    for (const param of paramTemplates) {
      for (const bit of bitsOf(param)) {
        assert.equal(taken.get(bit), undefined, `${param.label} and ${taken.get(bit)} at ${bit}`)
        taken.set(bit, param.label)
      }
    }
  })

  test(`${skus[0]}: texts are in every language, and Cyrillic where they should be`, () => {
    for (const [, texts] of paramTemplates.flatMap(textsOf)) {
      for (const language of languages) assert.equal(texts[language], texts[language].trim())
      if (texts.en === texts.ru) continue
      assert.match(texts.ru, /[а-яё]/i)
      assert.match(texts.uk, /[а-яіїєґ]/i)
      assert.doesNotMatch(texts.uk, /[ыэъё]/i)
      assert.doesNotMatch(texts.ru, /[іїєґ]/i)
    }
  })

  test(`${skus[0]}: what function 6 cannot write is not programmable where only it writes`, () => {
    if (template.writeFunction !== 'always-6') return
    for (const param of paramTemplates) if (param.isProgrammable) assert.equal(registerCount(param), 1, param.label)
  })
}

test('fields of an event record lie inside it and apart', () => {
  const layouts = Object.entries(templates().get('em130')?.events ?? {})
  assert.ok(layouts.length >= 2)
  for (const [version, { fields, recordSize }] of layouts) {
    const registers = eventFields.flatMap((name) => {
      const { offset, valueType } = fields[name]
      return valueType === 's32' ? [offset, offset + 1] : [offset]
    })
    assert.equal(new Set(registers).size, registers.length, version)
    assert.ok(Math.max(...registers) < recordSize, version)
  }
})

const good = {
  name: 'X',
  kind: 'meter',
  manufacturer: 'Y',
  version: '1',
  skus: ['x'],
  readGroupSize: 10,
  writeFunction: 'normal',
  paramTemplates: [
    {
      label: 'U',
      name: { en: 'a', pl: 'b', ru: 'c', uk: 'd' },
      address: 0,
      registerKind: 'input',
      valueType: 'u16',
      isTracked: true,
      isProgrammable: false,
    },
  ],
}
const [param] = good.paramTemplates

const mistakes: [string, object, RegExp][] = [
  ['a missing field', { ...good, name: undefined }, /^x\.json\.name: a text expected, not nothing$/],
  ['a field nobody knows', { ...good, colour: 'red' }, /^x\.json\.colour: nothing expected/],
  ['a group too big', { ...good, readGroupSize: 256 }, /^x\.json\.readGroupSize: a whole number from 1 to 255/],
  [
    'a text in three languages',
    { ...good, paramTemplates: [param, { ...param, name: { en: 'a', pl: 'b', ru: 'c' } }] },
    /^x\.json\.paramTemplates\[1\]\.name\.uk: a text expected/,
  ],
  [
    'an unknown type',
    { ...good, paramTemplates: [{ ...param, valueType: 'u8' }] },
    /^x\.json\.paramTemplates\[0\]\.valueType: bit \| u16/,
  ],
  ['a source without a name', { ...good, sources: [''] }, /^x\.json\.sources\[0\]: a text expected/],
  [
    'a coding that nobody knows',
    { ...good, paramTemplates: [{ ...param, coding: { colour: 1 } }] },
    /^x\.json\.paramTemplates\[0\]\.coding\.colour: nothing expected/,
  ],
  [
    'missing values of an unknown type',
    { ...good, nanValues: { u8: ['0'] } },
    /^x\.json\.nanValues\.u8: nothing expected/,
  ],
  ['no parameters', { ...good, paramTemplates: [] }, /^x\.json\.paramTemplates: a list expected/],
]

test('a right file is taken as it is', () => {
  assert.deepEqual(parseTemplate('x.json', JSON.stringify(good)), good)
})

for (const [title, value, message] of mistakes) {
  test(`a wrong file is refused by its name and field: ${title}`, () => {
    assert.throws(() => parseTemplate('x.json', JSON.stringify(value)), { message })
  })
}

test('what has no motor has no power of one', () => {
  for (const { kind, skus, paramTemplates } of shipped.filter((one) => one.kind !== 'drive')) {
    for (const { label, name } of paramTemplates) assert.doesNotMatch(name.en, /^Motor /, `${skus[0]} ${kind} ${label}`)
  }
})
