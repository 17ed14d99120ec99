import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asWritten } from '../../library/register-map/variants.rules.ts'
import {
  connectFailure,
  connectionOf,
  draftOfExisting,
  emptyNets,
  lastReachableStep,
  originOf,
  searchTemplates,
  shownStep,
  sureSuggestion,
  withScanned,
  withTemplate,
} from './draft.rules.ts'
import { emptyDraft, type NetDraft, type UnitDraft } from './draft.ts'

const draft = (fields: Partial<NetDraft>): NetDraft => ({ ...emptyDraft, ...fields })
const unit = (fields: Partial<UnitDraft>): UnitDraft => ({
  unit: 1,
  about: '',
  isWanted: true,
  name: 'Meter',
  template: null,
  variant: asWritten,
  ...fields,
})
const linked = { made: { netId: 1, from: '' }, isConnected: true }
const template = { id: 4, name: 'EM3P' }

for (const [fields, step] of [
  [{}, 'connection'],
  [{ made: linked.made }, 'connection'],
  [linked, 'units'],
  [{ ...linked, units: [unit({ isWanted: false })] }, 'units'],
  [{ ...linked, units: [unit({}), unit({ unit: 2, template })] }, 'templates'],
  [{ ...linked, units: [unit({ template }), unit({ unit: 2, isWanted: false })] }, 'create'],
  [{ ...linked, deviceIds: [7] }, 'done'],
] as const) {
  test(`${JSON.stringify(fields)} may go as far as ${step}`, () => {
    assert.equal(lastReachableStep(draft(fields)), step)
    assert.equal(shownStep(draft(fields), 'create'), step)
  })
}

test('any earlier step is shown again, and an unknown one is the first', () => {
  const ready = draft({ ...linked, units: [unit({ template })] })
  assert.deepEqual(
    ['units', 'preview', 'done', 'nonsense', undefined].map((requested) => shownStep(ready, requested)),
    ['units', 'preview', 'create', 'connection', 'connection'],
  )
})

test('a connection is as the service takes it', () => {
  assert.deepEqual(connectionOf(draft({ host: ' gate.example ', port: '1502' })), {
    kind: 'direct',
    ip: 'gate.example',
    port: 1502,
  })
  assert.deepEqual(connectionOf(draft({ way: 'code', code: '1234 5678' })), {
    kind: 'activation-code',
    code: 12_345_678,
  })
})

test('another protocol is another network, another name is not', () => {
  const one = draft({ host: 'a' })
  assert.equal(originOf(one), originOf({ ...one, name: 'Mill' }))
  assert.notEqual(originOf(one), originOf({ ...one, protocol: 'rtu-over-tcp' }))
})

test('keeps the choices for a unit when it is found again', () => {
  const chosen = unit({ unit: 2, name: 'Oven', template })
  const units = withScanned(
    [chosen],
    [
      { unit: 2, identity: { productName: 'THERMO' } },
      { unit: 1, identity: { vendorName: 'Busbar', productName: 'EM3P' } },
      { unit: 3, identity: { productName: 'EM3P' } },
      { unit: 9 },
    ],
    (values) => `Device ${values.unit}`,
  )
  assert.deepEqual(
    units.map(({ name }) => name),
    ['EM3P', 'Oven', 'EM3P 3', 'Device 9'],
  )
  assert.deepEqual(units[1], chosen)
  assert.equal(units[0]?.about, 'Busbar · EM3P')
  assert.equal(
    withScanned(units, [{ unit: 9 }], () => ''),
    units,
  )
})

test('a unit without a name of its own is called like its template', () => {
  const nameOf = (values: { unit: number }): string => `Device ${values.unit}`
  const units = [unit({ name: 'Device 1' }), unit({ unit: 2, name: 'Device 2' }), unit({ unit: 3, name: 'Oven' })]
  const all = [1, 2, 3].reduce<readonly UnitDraft[]>((old, one) => withTemplate(old, one, template, nameOf), units)
  assert.deepEqual(
    all.map(({ name }) => name),
    ['EM3P', 'EM3P 2', 'Oven'],
  )
})

test('only a template that fits is taken without asking', () => {
  const one = { id: 1, name: 'A', manufacturer: 'M', tried: 10, fitting: 7 }
  assert.equal(sureSuggestion([one, { ...one, id: 2, tried: 0, fitting: 0 }]), undefined)
  assert.equal(sureSuggestion([one, { ...one, id: 3, fitting: 8 }])?.id, 3)
})

test('chooses a map automatically only if the unit confirms it', () => {
  type Answer = 'yes' | 'no' | 'unknown'
  const of = (id: number, answer: Answer) => ({
    id,
    name: 'A',
    manufacturer: 'M',
    tried: 10,
    fitting: 10,
    variant: { of: 'a', answer },
  })
  const rows: [first: Answer, second: Answer, gives: number | undefined][] = [
    ['yes', 'no', 1],
    ['yes', 'unknown', 1],
    ['yes', 'yes', undefined],
    ['unknown', 'unknown', undefined],
    ['no', 'no', undefined],
  ]
  for (const [first, second, gives] of rows) assert.equal(sureSuggestion([of(1, first), of(2, second)])?.id, gives)
})

test('templates are found by all words, and by a SKU first', () => {
  const lines = [
    { id: 1, name: 'EM3P-like meter', manufacturer: 'Other', skus: ['x'] },
    { id: 2, name: 'Energy meter', manufacturer: 'Busbar', skus: ['em3p'] },
  ]
  const find = (text: string): number[] => searchTemplates(lines, text, 5).map(({ id }) => id)
  assert.deepEqual([find(''), find('EM3P'), find('busbar meter'), find('pump')], [[], [2, 1], [2], []])
})

for (const [text, trouble] of [
  ['address not allowed: 10.0.0.1:502 (see --raw-allow)', 'notAllowed'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'refused'],
  ['no such host, or its address is not allowed: nowhere.invalid:502 (see --raw-allow)', 'noHost'],
  ['no connection to 192.0.2.1:502 within 5000 ms', 'noAnswer'],
  ['connect EHOSTUNREACH 192.0.2.1:502', 'noWay'],
  ['something new', 'other'],
] as const) {
  test(`${text}: ${trouble}`, () => assert.equal(connectFailure(text), trouble))
}

const old = { id: 7, name: 'Hall', ip: '192.0.2.7', port: 503, protocol: 'rtu-over-tcp' } as const

for (const [what, net, isConnected, step] of [
  ['that is connected goes on with its devices', old, true, 'units'],
  ['that is not connected goes on with its connection', old, false, 'connection'],
  ['that calls in goes on as well', { ...old, mac: '02:00:5e:10:00:01', ip: '', port: 0 }, true, 'units'],
] as const) {
  test(`a network ${what}`, () => {
    const taken = draftOfExisting(net, isConnected)
    assert.deepEqual([taken.name, lastReachableStep(taken)], ['Hall', step])
    assert.deepEqual(taken.made, { netId: 7, from: originOf(taken), isOld: true })
  })
}

test('networks without devices are known from the tree', () => {
  const tree = { 3: { name: 'Hall', devices: { 1: {} } }, 4: { name: 'Annexe', devices: {} } }
  assert.deepEqual(emptyNets(tree), [{ id: 4, name: 'Annexe' }])
})
