import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { noteLines, readSources } from '../../testing/read-one.ts'
import { addressIn, guessedStyle } from './addresses.rules.ts'

const manual = `Meter type 7 register map;;;;;;;;
Signal;Reg;Data type;Length;Gain;Divider;Unit;R/W;Remarks
Voltage L1;30001;UINT16;1;0,1;;V;R;phase
Energy;30003;INT;2;;1000;kWh;RO;
Setpoint;40011;16-bit signed;1;;10;°C;RW;
Name;40020;ASCII;8;;;;R;
Third;40030;uint16;1;;3;;R;
Odd;x40;uint16;1;;;;R;
Type;40031;complex;1;;;;R;
`

test('a table out of a manual', () => {
  const plan = readSources({ 'meter.csv': manual }, { 'network:1': '192.0.2.7', 'unit:1': '9' })
  assert.equal(plan.format, 'spreadsheet')
  assert.deepEqual(
    plan.devices[0]?.params.map(
      ({ name, registerKind, address, valueType, multiplier, unitName, bitsAmount, isProgrammable }) =>
        [
          name.en,
          registerKind,
          address,
          valueType,
          multiplier ?? '-',
          unitName ?? '-',
          bitsAmount ?? '-',
          isProgrammable,
        ].join(' '),
    ),
    [
      'Voltage L1 input 0 u16 0.1 V - false',
      'Energy input 2 s32 0.001 kWh - false',
      'Setpoint holding 10 s16 0.1 °C - true',
      'Name holding 19 string - - 128 false',
    ],
  )
  assert.deepEqual(noteLines(plan), [
    'meter.csv:2 left-out column-left-out Remarks',
    'meter.csv:7 left-out scale-left-out Third | 3',
    'meter.csv:8 left-out address-left-out Odd | x40',
    'meter.csv:9 left-out type-left-out Type | complex',
    'meter.csv:3 info writing-off',
  ])
  const chosen = readSources(
    { 'meter.csv': manual },
    { 'network:1': 'net:7', 'unit:1': '9', 'column:1:9': 'description_en', 'addresses:1': 'zero' },
  )
  assert.deepEqual(
    [chosen.devices[0]?.params[0]?.description?.en, chosen.devices[0]?.params[0]?.address],
    ['phase', 30_001],
  )
})

test('several devices of one table', () => {
  const text = 'Device,Slave ID,Name,Address,FC\nA,1,U,0,4\nA,1,I,1,4\nB,2,U,0,4\n'
  const plan = readSources({ 'site.csv': text }, { 'network:1': 'net:8' })
  assert.deepEqual(
    plan.devices.map(({ name, unit, params }) => [name, unit, params.length]),
    [
      ['A', 1, 2],
      ['B', 2, 1],
    ],
  )
})

test('a workbook: shared and inline texts, numbers, errors, other sheets', () => {
  const shared = '<sst><si><t>Name</t></si><si><r><t>Volt</t></r><r><t>age</t></r></si><si><t>a &amp; b</t></si></sst>'
  const cell = (place: string, type: string, value: string): string => `<c r="${place}" t="${type}"><v>${value}</v></c>`
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData>
    <x:row r="2">${cell('A2', 's', '0')}<c r="B2" t="inlineStr"><is><t>Address</t></is></c><c r="D2" t="inlineStr"><is><t>Scale</t></is></c></x:row>
    <x:row r="3">${cell('A3', 's', '1')}${cell('B3', 'n', '7')}<c r="D3"><v>0.10000000000000001</v></c></x:row>
    <x:row r="4">${cell('A4', 's', '2')}${cell('B4', 'str', '0x10')}${cell('D4', 'e', '#REF!')}</x:row>
  </x:sheetData></x:worksheet>`
  const bytes = zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="Cover" r:id="r1"/><sheet name="Map" r:id="r2"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(shared),
    'xl/worksheets/sheet1.xml': strToU8(
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Hello</t></is></c></row></sheetData></worksheet>',
    ),
    'xl/worksheets/sheet2.xml': strToU8(sheet),
  })
  const plan = readSources({ 'map.xlsx': bytes }, { 'network:1': 'net:7', 'unit:1': '1' })
  assert.deepEqual(
    plan.devices[0]?.params.map(({ name, address, multiplier }) => [name.en, address, multiplier]),
    [
      ['Voltage', 7, '0.1'],
      ['a & b', 16, undefined],
    ],
  )
  assert.deepEqual(noteLines(plan), [
    'map.xlsx: left-out sheet-left-out Cover',
    'map.xlsx:4 left-out cell-error D4 | #REF!',
  ])
  assert.throws(() => readSources({ 'map.xlsx': new Uint8Array([80, 75, 3, 4, 0]) }), /no workbook/)
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(60_000_000) })
  assert.throws(() => readSources({ 'map.xlsx': bomb }), /larger than 50 MB/)
})

for (const [text, style, gives] of [
  ['0x10', 'zero', 16],
  ['1', 'one', 0],
  ['0', 'one', null],
  ['40001', 'prefixed', 0],
  ['400001', 'prefixed', 0],
  ['40000', 'prefixed', null],
  ['40000', 'prefixed-zero', 0],
  ['20001', 'prefixed', null],
  ['65536', 'zero', null],
] as const) {
  test(`${text} counted ${style}`, () => assert.equal(addressIn(text, style)?.address ?? null, gives))
}

test('which numbers look like those of tables', () => {
  assert.deepEqual(
    [guessedStyle(['40001', '30003'], false), guessedStyle(['40001'], true), guessedStyle(['1', '40001'], false)],
    ['prefixed', 'zero', 'zero'],
  )
})
