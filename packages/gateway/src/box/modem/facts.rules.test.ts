import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Value, variant } from '../dbus/index.ts'
import { modemFactsOf, smsOf } from './facts.rules.ts'

const properties = (values: Readonly<Record<string, Value>>) => new Map(Object.entries(values))

/** Properties of a connected modem as ModemManager 1.20 reports them. */
const modem = {
  Sim: '/sim/0',
  EquipmentIdentifier: '490154203237518',
  UnlockRequired: 1,
  UnlockRetries: new Map([
    [2, 3],
    [4, 10],
  ]),
  State: 11,
  AccessTechnologies: 16_384,
  SignalQuality: [61, true],
  Ports: [
    ['cdc-wdm0', 6],
    ['wwan0', 2],
  ],
} satisfies Record<string, Value>
const bearer = {
  Interface: 'wwan0',
  Connected: true,
  Ip4Config: new Map([
    ['method', variant('u', 2)],
    ['address', variant('s', '10.1.2.3')],
    ['prefix', variant('u', 30)],
    ['gateway', variant('s', '10.1.2.4')],
    ['mtu', variant('u', 1430)],
    ['dns1', variant('s', '9.9.9.9')],
  ]),
} satisfies Record<string, Value>

const factsOf = (changes: Readonly<Record<string, Value>> = {}, threeGpp: Readonly<Record<string, Value>> = {}) =>
  modemFactsOf({
    path: '/modem/0',
    modem: properties({ ...modem, ...changes }),
    threeGpp: properties({ RegistrationState: 1, OperatorName: 'Busbar Mobile', ...threeGpp }),
    sim: properties({ SimIdentifier: '8938', Imsi: '25501' }),
    bearers: [{ path: '/bearer/0', properties: properties(bearer) }],
  })

test('a modem that is connected', () => {
  assert.deepEqual(factsOf(), {
    path: '/modem/0',
    hasSim: true,
    lock: 'none',
    pinTries: 3,
    isEnabled: true,
    isDisabled: false,
    imei: '490154203237518',
    ccid: '8938',
    imsi: '25501',
    operator: 'Busbar Mobile',
    registration: 'home',
    generation: '4g',
    signalPercent: 61,
    bearer: {
      path: '/bearer/0',
      interface: 'wwan0',
      method: 'static',
      address: '10.1.2.3',
      prefix: 30,
      gateway: '10.1.2.4',
      mtu: 1430,
      dnsServers: ['9.9.9.9'],
    },
    isBusy: false,
    hasInterface: true,
  })
})

test('a modem without properties', () => {
  const facts = modemFactsOf({ path: '/m', modem: new Map(), threeGpp: new Map(), sim: null, bearers: [] })
  assert.deepEqual(
    [facts.hasSim, facts.lock, facts.pinTries, facts.isEnabled, facts.registration, facts.generation, facts.bearer],
    [false, 'unknown', null, false, 'none', null, null],
  )
})

for (const [what, changes, threeGpp, expected] of [
  ['locked', { UnlockRequired: 2, State: 2 }, {}, { lock: 'pin', isEnabled: false }],
  ['its PUK is wanted', { UnlockRequired: 4 }, {}, { lock: 'other' }],
  ['tries are not told', { UnlockRequired: 2, UnlockRetries: new Map() }, {}, { pinTries: null }],
  ['switched off', { State: 3 }, {}, { isEnabled: false, isDisabled: true }],
  ['failed', { State: -1 }, {}, { isEnabled: false, isDisabled: false }],
  ['being connected', { State: 10 }, {}, { isBusy: true }],
  ['being ended', { State: 9 }, {}, { isBusy: true }],
  ['roaming', {}, { RegistrationState: 5 }, { registration: 'roaming' }],
  ['searching', {}, { RegistrationState: 2 }, { registration: 'none' }],
  ['EDGE', { AccessTechnologies: 16 }, {}, { generation: '2g' }],
  ['HSPA+', { AccessTechnologies: 512 }, {}, { generation: '3g' }],
  ['NB-IoT', { AccessTechnologies: 131_072 }, {}, { generation: '4g' }],
  ['5G beside LTE', { AccessTechnologies: 49_152 }, {}, { generation: '4g' }],
  ['serial ports alone', { Ports: [['ttyUSB0', 3]] }, {}, { hasInterface: false }],
] as const)
  test(what, () => {
    const facts: Record<string, unknown> = { ...factsOf(changes, threeGpp) }
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, facts[key]])), expected)
  })

for (const [stamp, sentAt] of [
  ['2026-11-16T12:00:00+02', '2026-11-16T10:00:00.000Z'],
  ['2026-11-16T12:00:00Z', '2026-11-16T12:00:00.000Z'],
  ['2026-11-16T12:00:00+05:30', '2026-11-16T06:30:00.000Z'],
  ['', undefined],
] as const)
  test(`a message of '${stamp}'`, () => {
    const sms = smsOf('/sms/1', properties({ State: 3, Number: '+481', Text: 'S x', Timestamp: stamp }))
    assert.equal(sms?.sentAt?.toISOString(), sentAt)
  })

test('a message that is still coming, or goes, is none', () => {
  for (const State of [1, 2, 4, 5]) assert.equal(smsOf('/sms/1', properties({ State })), null)
})
