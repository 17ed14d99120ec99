import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteLines, readSources } from '../../testing/read-one.ts'

const tags = `Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,Scaled Data Type,Clamp Low,Clamp High,Eng Units,Description,Negate Value
"Line.Speed",400001,Word,1,R/W,100,Linear,0,1000,0,100,Double,1,1,rpm,"Speed, set",0
"Line.Power",400003,Float,1,RO,1000,None,,,,,,,,kW,,1
"Line.Run",400010.3,Boolean,1,RO,100,None,,,,,,,,,,0
"Line.Coil",000005,Boolean,1,R/W,100,None,,,,,,,,,,0
"Line.Name",400100.20H,String,1,RO,100,None,,,,,,,,,,0
"Line.Many",400200[10],Word Array,1,RO,100,None,,,,,,,,,,0
"Line.Root",400020,Word,1,RO,100,Square Root,0,1000,0,100,Double,0,0,,,0
"Line.Third",400021,Word,1,RO,100,Linear,0,3,0,1,Double,0,0,,,0
`

test('tags of KEPServerEX', () => {
  const answers = { 'network:1': 'gateway', 'unit:1': '2' }
  const plan = readSources({ 'Line 4.csv': tags }, answers)
  assert.equal(plan.format, 'kepware')
  const [device] = plan.devices
  assert.deepEqual([plan.networks[0]?.host, device?.name, device?.unit, device?.periodSec], [null, 'Line 4', 2, 1])
  assert.deepEqual(
    device?.params.map(({ name, registerKind, address, valueType, order, multiplier, min, max, isProgrammable }) =>
      [
        name.en,
        registerKind,
        address,
        valueType,
        order ?? '-',
        multiplier ?? '-',
        min ?? '-',
        max ?? '-',
        isProgrammable,
      ].join(' '),
    ),
    [
      'Line.Speed holding 0 u16 - 0.1 0 100 true',
      'Line.Power holding 2 f32 CDAB - - - false',
      'Line.Run holding 9 bit - - - - false',
      'Line.Coil coil 4 bit - - - - true',
      'Line.Name holding 99 string - - - - false',
    ],
  )
  assert.deepEqual(noteLines(plan), [
    'Line 4.csv:1 left-out column-left-out respect data type x8',
    'Line 4.csv:1 left-out column-left-out negate value',
    'Line 4.csv:7 left-out address-left-out Line.Many | 400200[10]',
    'Line 4.csv:8 left-out scale-left-out Line.Root | Square Root 0..1000 -> 0..100',
    'Line 4.csv:9 left-out scale-left-out Line.Third | Linear 0..3 -> 0..1',
    'Line 4.csv:1 changed period-rounded 100 ms | 1',
    'Line 4.csv:1 info writing-off x2',
  ])
  const other = readSources(
    { 'Line 4.csv': tags },
    { ...answers, 'addresses:1': 'prefixed-zero', 'word-order:1': 'ABCD' },
  )
  assert.deepEqual([other.devices[0]?.params[1]?.address, other.devices[0]?.params[1]?.order], [3, undefined])
})
