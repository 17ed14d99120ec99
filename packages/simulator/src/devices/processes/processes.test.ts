import assert from 'node:assert/strict'
import { test } from 'node:test'
import { make } from '../testing/device.ts'
import { dayMs, hourMs } from './clock.ts'

/** Asks the device for a power every minute, as a person with a notebook would. */
function watched(plant: ReturnType<typeof make>, label: string, hours: number): number {
  let sum = 0
  for (let n = 0; n < hours * 60; n++) {
    plant.clock.now += 30_000
    sum += plant.shows(label) / 60
    plant.clock.now += 30_000
  }
  return sum
}

const meters: [sku: string, power: string, counter: string, perUnit: number][] = [
  ['em1p', 'P', 'E', 1000],
  ['em1p', 'Q', 'EQ', 1000],
  ['em3p', 'P_total', 'E', 1],
  ['em3p', 'Q_total', 'EQ', 1],
  ['em3p', 'P2', 'E2', 1000],
  ['pump', 'P', 'E', 1],
  ['pump', 'flow', 'volume', 1],
  ['inverter', 'P', 'E_total', 1],
  ['inverter', 'P', 'E_today', 1],
]

for (const [sku, power, counter, perUnit] of meters) {
  test(`${sku}: ${counter} grows by what ${power} shows`, () => {
    const plant = make(sku, 4)
    if (sku === 'pump') plant.set('run', 1)
    const before = plant.shows(counter)
    const seen = watched(plant, power, 8)
    const counted = (plant.shows(counter) - before) * perUnit
    assert.ok(Math.abs(counted - seen) < 0.005 * seen, `${counted} counted, ${seen} seen`)
  })
}

test('em1p: no current flows while the load relay is off, and the counter stands still', () => {
  const { clock, set, shows } = make('em1p')
  set('relay', 0)
  const energy = shows('E')
  clock.now += 3 * dayMs
  assert.deepEqual([shows('I'), shows('P'), shows('E')], [0, 0, energy])
  set('relay', 1)
  assert.equal(shows('E'), energy)
  clock.now += dayMs
  assert.ok(shows('P') > 0 && shows('E') > energy)
})

test('em3p: what is shown agrees with itself', () => {
  const { shows } = make('em3p')
  const power = shows('P1') + shows('P2') + shows('P3')
  assert.ok(Math.abs(power - shows('P_total')) < 0.5)
  const apparent = shows('U1') * shows('I1')
  assert.ok(Math.abs(Math.hypot(shows('P1'), shows('Q1')) - apparent) < 1)
  assert.ok(Math.abs(Math.cos((shows('phi1') * Math.PI) / 180) - shows('P1') / apparent) < 0.002)
  assert.ok(Math.abs(shows('F') - 50) < 0.1)
  const perPhase = shows('E1') + shows('E2') + shows('E3')
  assert.ok(Math.abs(perPhase - shows('E_precise')) < 0.03)
})

test('em3p: the balance counts on from what was written', () => {
  const { clock, set, shows } = make('em3p')
  set('E_balance', -5000)
  const energy = shows('E')
  clock.now += hourMs
  assert.ok(Math.abs(shows('E_balance') + 5000 - (shows('E') - energy)) <= 1)
})

test('thermo: the temperature goes to its set-point and stays around it', () => {
  const { clock, set, shows } = make('thermo', 2)
  for (const setpoint of [60, 30]) {
    set('setpoint', setpoint)
    clock.now += 2 * dayMs
    for (let n = 0; n < 200; n++, clock.now += 97_000) {
      if (shows('door') === 1) continue
      const temperature = shows('T')
      assert.ok(Math.abs(temperature - setpoint) < 1.3, `${temperature} for ${setpoint}`)
    }
  }
})

test('thermo: without its heater it cools down to the room temperature and reports it', () => {
  const { clock, set, shows } = make('thermo', 2)
  set('enable', 0)
  const [hours, starts] = [shows('heater_hours'), shows('heater_starts')]
  clock.now += 3 * dayMs
  while (shows('door') === 1) clock.now += 60_000
  assert.ok(Math.abs(shows('T') - shows('T_ambient')) < 0.3)
  assert.deepEqual(
    [shows('heater'), shows('low'), shows('heater_hours'), shows('heater_starts')],
    [0, 1, hours, starts],
  )
})

test('thermo: the heater counts what it works, whether it begins hot or cold', () => {
  for (const setpoint of [70, 30]) {
    const plant = make('thermo', 5)
    plant.set('setpoint', 50)
    plant.clock.now += dayMs
    plant.set('setpoint', setpoint)
    const before = plant.shows('heater_hours')
    const seen = watched(plant, 'heater', 48)
    assert.ok(Math.abs(plant.shows('heater_hours') - before - seen) < 0.03 * seen)
  }
})

test('thermo: a narrower band switches the heater more often', () => {
  const [narrow = 0, wide = 0] = [0.5, 2].map((hysteresis) => {
    const { clock, set, shows } = make('thermo', 3)
    set('hysteresis', hysteresis)
    const before = shows('heater_starts')
    clock.now += 5 * dayMs
    return shows('heater_starts') - before
  })
  assert.ok(narrow > 2 * wide, `${narrow} and ${wide}`)
})

test('thermo: alarms follow their thresholds', () => {
  const { set, shows } = make('thermo', 2)
  assert.deepEqual([shows('high'), shows('low')], [0, 0])
  set('alarm_high', 0)
  assert.deepEqual([shows('high'), shows('low')], [1, 0])
  set('alarm_low', 150)
  assert.deepEqual([shows('high'), shows('low')], [1, 1])
})

test('pump: flow, pressure and power follow the speed, and all stand still without it', () => {
  const { clock, set, shows } = make('pump', 6)
  set('run', 1)
  set('speed', 100)
  const full = { flow: shows('flow'), power: shows('P'), head: shows('pressure') - shows('suction') }
  set('speed', 50)
  assert.ok(Math.abs(shows('flow') / full.flow - 1 / 2) < 0.01)
  assert.ok(Math.abs(shows('P') / full.power - 1 / 8) < 0.01)
  assert.ok(Math.abs((shows('pressure') - shows('suction')) / full.head - 1 / 4) < 0.01)
  assert.equal(shows('F_out'), 25)
  set('run', 0)
  const stood = ['hours', 'volume', 'E', 'starts'].map(shows)
  clock.now += 30 * dayMs
  assert.deepEqual(['hours', 'volume', 'E', 'starts'].map(shows), stood)
  assert.deepEqual([shows('state'), shows('running'), shows('flow'), shows('P')], [0, 0, 0, 0])
  set('run', 1)
  clock.now += 10 * hourMs
  assert.equal(shows('starts'), (stood[3] ?? 0) + 1)
  assert.ok(Math.abs(shows('hours') - (stood[0] ?? 0) - 10) < 0.11)
})

test('inverter: asleep at night, less power when scaled down, none when switched off', () => {
  const { clock, set, shows } = make('inverter', 4)
  const full = shows('P')
  assert.ok(full > 0)
  set('P_scale', 50)
  assert.ok(Math.abs(shows('P') / full - 0.5) < 0.01)
  const total = shows('E_total')
  set('enable', 0)
  clock.now += 3 * hourMs
  assert.deepEqual([shows('P'), shows('state'), shows('E_total')], [0, 4, total])
  set('enable', 1)
  clock.now += 12 * hourMs
  assert.deepEqual([shows('P'), shows('state'), shows('U_dc')], [0, 0, 0])
})

test('inverter: the yield of today restarts at midnight, whatever was switched that day', () => {
  const { clock, set, shows } = make('inverter', 4)
  const [today, total] = [shows('E_today'), shows('E_total')]
  set('P_scale', 20)
  clock.now += 12 * hourMs
  assert.ok(Math.abs(shows('E_today') - today - (shows('E_total') - total)) <= 1)
  clock.now += 6 * hourMs - 1
  const before = shows('E_total')
  assert.equal(shows('E_today'), 0)
  clock.now += 6 * hourMs
  assert.ok(Math.abs(shows('E_today') - (shows('E_total') - before)) <= 1)
})

test('weather: the altitude is in the pressure, and the dew point is below the temperature', () => {
  const { set, shows } = make('weather')
  set('altitude', 0)
  assert.equal(shows('p'), shows('p_sea'))
  set('altitude', 1000)
  assert.ok(shows('p_sea') - shows('p') > 100)
  assert.ok(shows('T_dew') <= shows('T'))
})

test('weather: the rain total grows by the rain, while it rains too', () => {
  const plant = make('weather', 3)
  const before = plant.shows('rain_total')
  let seen = 0
  for (let n = 0; n < 7 * 24 * 6; n++) {
    seen += watched(plant, 'rain_rate', 1 / 6)
    assert.ok(Math.abs(plant.shows('rain_total') - before - seen) < 0.5)
  }
  assert.ok(seen > 5)
})
