import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsOf, dashboardOf, energyOf } from './defaults/index.ts'
import { type DeviceTemplate, templates } from './index.ts'

const families = [...new Set(templates().values())]
const family = (sku: string): DeviceTemplate => {
  const found = templates().get(sku)
  assert.ok(found, sku)
  return found
}

for (const [sku, roles] of [
  ['eastron-sdm630', { E_imp: 'consumption', E_exp: 'export' }],
  ['siemens-pac2200', { E_imp_T1: 'consumption', E_imp_T2: 'consumption', E_exp_T1: 'export', E_exp_T2: 'export' }],
  ['victron-pvinverter', { E1: 'production', E2: 'production', E3: 'production' }],
  [
    'goodwe-et',
    { E_total: 'production', E_imp: 'import', E_exp: 'export', E_charge: 'charge', E_discharge: 'discharge' },
  ],
  ['keba-p30', { E: 'consumption' }],
  ['deepsea-gencomm', { E: 'production' }],
  ['xy-md02', {}],
] as const) {
  test(`energy of ${sku}`, () => {
    assert.deepEqual(Object.fromEntries(energyOf(family(sku)).map(({ label, role }) => [label, role])), roles)
  })
}

test('sums up power where there is no counter', () => {
  assert.deepEqual(energyOf(family('e3dc')), [{ label: 'P_pv', role: 'production', kind: 'power', multiplier: 0.001 }])
})

for (const [sku, names] of [
  ['eastron-sdm120', ['Voltage out of range', 'Frequency out of range', 'No readings']],
  ['danfoss-fc51', ['Temperature out of range', 'Fault reported', 'No readings']],
  ['pzem-017', ['Fault reported', 'No readings']],
  [
    'deepsea-gencomm',
    ['Temperature out of range', 'Starter battery weak', 'Fuel low', 'No readings', 'No oil pressure while running'],
  ],
] as const) {
  test(`alerts of ${sku}`, () => {
    assert.deepEqual(
      alertsOf(family(sku)).map(({ name }) => name.en),
      names,
    )
  })
}

test('states that are a fault are watched, those that only name one are not', () => {
  const fault = alertsOf(family('sungrow-sh')).find(({ name }) => name.en === 'Fault reported')
  assert.deepEqual(
    fault?.conditions.map(({ label, kind, value }) => `${label} ${kind} ${value}`),
    ['state eq 4', 'state eq 256', 'state eq 5376', 'state eq 9472', 'state eq 21760'],
  )
})

test('every family has alerts and a dashboard, of parameters that are read', () => {
  for (const one of families) {
    const read = new Set(one.paramTemplates.flatMap(({ label, isTracked }) => (isTracked ? [label] : [])))
    const widgets = dashboardOf(one)
    const labels = [
      ...alertsOf(one).flatMap(({ conditions }) => conditions.map(({ label }) => label)),
      ...widgets.flatMap(({ show }) => ('label' in show ? [show.label] : 'labels' in show ? show.labels : [])),
      ...energyOf(one).map(({ label }) => label),
    ]
    assert.ok(alertsOf(one).length > 0 && widgets.length >= 3, one.name)
    for (const label of labels) assert.ok(read.has(label), `${one.name} ${label}`)
  }
})

test('no two widgets lie on each other, and none beside the grid', () => {
  for (const one of families) {
    const taken = new Set<string>()
    for (const { place } of dashboardOf(one)) {
      assert.ok(place.column >= 1 && place.column + place.width <= 13, one.name)
      for (let n = 0; n < place.width * place.height; n++) {
        const cell = `${place.column + (n % place.width)} ${place.row + Math.floor(n / place.width)}`
        assert.ok(!taken.has(cell), `${one.name} ${cell}`)
        taken.add(cell)
      }
    }
  }
})
