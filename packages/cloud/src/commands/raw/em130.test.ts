import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servePlant, startRaw } from './testing/raw-field.ts'

test('events of time relays', async (t) => {
  const { post } = await startRaw(t)
  const { plant, words, connection } = await servePlant(t)
  const units = Array.from({ length: 8 }, (_, i) => 11 + i)
  const unitOf = (version: number): number =>
    units.find((unit) => words(unit, 1, 1)[0] === version) ?? assert.fail(`no relay of version ${version}`)
  const events = async (overrides: object) => {
    const request = { sku: 'em130', numberOfEvents: 10, startWithFirst: true, connection, ...overrides }
    return (await post('/em130/read/events/', request)).body
  }
  const first = { eventType: 1, dayOfWeek: 127, modeSwitchOff: 0, modeSwitchOn: 2, timeSwitchOff: 84_600 }
  const second = { eventType: 1, dayOfWeek: 31, modeSwitchOff: 1, modeSwitchOn: 0, timeSwitchOff: 600 }
  // 4 May 2026 at 50.45 N, 30.5 E, two hours ahead of UTC.
  const astronomicTimes = { sunset: 69_630, sunrise: 16_530 }
  const sunWords = [0, 16_530, 1, 4094]

  await t.test('version 1', async () => {
    const unit = unitOf(1)
    assert.deepEqual(words(unit, 100, 16), [1, 0x7f, 0, 2, 1, 0x4a78, 0xffff, 0xfc7c, 1, 0x1f, 1, 0, 0, 600, 0, 14_400])
    assert.deepEqual(words(unit, 8, 4), sunWords)
    const both = [
      { eventAddress: 100, ...first, timeSwitchOn: -900, astronomicTimes },
      { eventAddress: 108, ...second, timeSwitchOn: 14_400, astronomicTimes },
    ]
    assert.deepEqual(await events({ deviceModbusId: unit }), { status: 'ok', events: both })
    assert.deepEqual(await events({ deviceModbusId: unit, deviceVersion: 1 }), { status: 'ok', events: both })
    assert.deepEqual(await events({ deviceModbusId: unit, numberOfEvents: 1 }), {
      status: 'ok',
      events: both.slice(0, 1),
    })
    assert.deepEqual(await events({ deviceModbusId: unit, startWithFirst: false }), {
      status: 'ok',
      events: both.toReversed(),
    })
  })

  await t.test('version 2', async () => {
    const unit = unitOf(2)
    const device = plant.site('plant').device(unit)
    // The last of all records: off from 08:00 until 17:30 on Sundays.
    assert.equal(device?.write('holding', 610, [2, 0x40, 0, 0, 28_800, 0, 0, 63_000, 0, 0]), undefined)
    assert.deepEqual(
      words(unit, 300, 20),
      [1, 0x7f, 2, 0xffff, 0xfc7c, 0, 1, 0x4a78, 0, 0, 1, 0x1f, 0, 0, 14_400, 1, 0, 600, 0, 0],
    )
    assert.deepEqual(words(unit, 290, 4), sunWords)
    const all = [
      { eventAddress: 300, ...first, timeSwitchOn: -900, astronomicTimes },
      { eventAddress: 310, ...second, timeSwitchOn: 14_400, astronomicTimes },
      {
        eventAddress: 610,
        eventType: 2,
        dayOfWeek: 64,
        modeSwitchOff: 0,
        modeSwitchOn: 0,
        timeSwitchOff: 63_000,
        timeSwitchOn: 28_800,
        astronomicTimes,
      },
    ]
    assert.deepEqual(await events({ deviceModbusId: unit, deviceVersion: 2 }), { status: 'ok', events: all })
    assert.deepEqual(await events({ deviceModbusId: unit, numberOfEvents: 2, startWithFirst: false }), {
      status: 'ok',
      events: all.toReversed().slice(0, 2),
    })
  })

  await t.test('errors', async () => {
    assert.deepEqual(await events({ deviceModbusId: unitOf(1), deviceVersion: 3 }), {
      status: 'error',
      errorMessage: 'version 3 is not known; known are 1, 2',
    })
    // The layout of another version leads to where it has nothing.
    assert.deepEqual(await events({ deviceModbusId: unitOf(1), deviceVersion: 2 }), {
      status: 'error',
      errorMessage: `holding 290 of unit ${unitOf(1)}: IllegalDataAddress`,
    })
    assert.deepEqual(await events({ deviceModbusId: 99 }), {
      status: 'error',
      errorMessage: 'holding 1 of unit 99: GatewayTargetDeviceFailedToRespond',
    })
    assert.deepEqual(await events({ deviceModbusId: 1, connection: { kind: 'direct', ip: '127.0.0.1', port: 1 } }), {
      status: 'error',
      errorMessage: 'NoConnection: the device cannot be reached',
    })
  })
})
