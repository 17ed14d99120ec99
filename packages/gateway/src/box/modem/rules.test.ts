import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { accessPointName, accessPointsFor } from './access-points.rules.ts'
import { includesGsm, judgeData } from './data.rules.ts'
import { gsmState } from './gsm-state.rules.ts'
import { judgePin, pinMark, pinText } from './modem.ts'
import { findProvider } from './service-providers.ts'
import { bearerFacts, modemFacts } from './testing/modem-facts.ts'

describe('the state of a modem', () => {
  const stateOf = (changes: Parameters<typeof modemFacts>[0], isWanted = true) =>
    gsmState({ variant: 'B', isWanted, modem: modemFacts(changes), ip: '10.1.2.3', trafficBytes: 77 })

  test('without one', () => {
    assert.deepEqual(gsmState({ variant: 'B', isWanted: true, modem: null, ip: null, trafficBytes: 5 }), {
      signalLevel: null,
      ip: null,
      imei: null,
      simState: 0,
      pinState: 0,
      ccid: null,
      provider: null,
      radioBand: null,
      isEnabled: false,
      isTcpIpBusy: false,
      isGsmRegistered: false,
      isGsmRoaming: false,
      isGprsStarted: false,
      traficTotal: 5,
    })
  })

  test('connected', () => {
    assert.deepEqual(stateOf({ bearer: bearerFacts() }), {
      signalLevel: 61,
      ip: '10.1.2.3',
      imei: '490154203237518',
      simState: 1,
      pinState: 1,
      ccid: '89380062300000000015',
      provider: 'Busbar Mobile',
      radioBand: '4g',
      isEnabled: true,
      isTcpIpBusy: false,
      isGsmRegistered: true,
      isGsmRoaming: false,
      isGprsStarted: true,
      traficTotal: 77,
    })
  })

  for (const [what, changes, expected] of [
    ['no SIM', { hasSim: false, lock: 'unknown' }, { simState: 0, pinState: 0 }],
    ['the lock is not known', { lock: 'unknown' }, { simState: 1, pinState: 0 }],
    ['a PIN, tries unknown', { lock: 'pin', pinTries: null }, { pinState: 2 }],
    ['a PIN, no try left', { lock: 'pin', pinTries: 0 }, { pinState: 3 }],
    ['a PIN, one try left', { lock: 'pin', pinTries: 1 }, { pinState: 4 }],
    ['a PIN, two tries left', { lock: 'pin', pinTries: 2 }, { pinState: 5 }],
    ['a PIN, three tries left', { lock: 'pin', pinTries: 3 }, { pinState: 6 }],
    ['a PIN, ten tries left', { lock: 'pin', pinTries: 10 }, { pinState: 7 }],
    ['a PUK', { lock: 'other' }, { pinState: 8 }],
    ['not registered', { registration: 'none' }, { signalLevel: null, radioBand: null, isGsmRegistered: false }],
    ['roaming', { registration: 'roaming' }, { isGsmRoaming: true, isGsmRegistered: true }],
    ['being connected', { isBusy: true }, { isTcpIpBusy: true, isGprsStarted: false, ip: null }],
    ['switched off', { isEnabled: false }, { isEnabled: false }],
  ] as const)
    test(what, () => {
      const state: Record<string, unknown> = stateOf(changes)
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, state[key]])), expected)
    })

  test('not wanted, or of the first generation', () => {
    assert.equal(stateOf({}, false).isEnabled, false)
    const first = gsmState({ variant: 'A', isWanted: true, modem: modemFacts({}), ip: null, trafficBytes: 0 })
    assert.equal('isEnabled' in first, false)
  })
})

describe('a PIN', () => {
  const mark = pinMark('89380062300000000015', '0042')
  for (const [what, changes, pinCode, refused, verdict] of [
    ['is sent', { lock: 'pin', pinTries: 3 }, 42, [], 'send'],
    ['is sent with two tries left', { lock: 'pin', pinTries: 2 }, 42, [], 'send'],
    ['is sent where nobody tells the tries', { lock: 'pin', pinTries: null }, 42, [], 'send'],
    ['is not sent with one try left', { lock: 'pin', pinTries: 1 }, 42, [], 'too few tries'],
    ['is not sent twice', { lock: 'pin', pinTries: 3 }, 42, [mark], 'refused before'],
    ['another one is sent', { lock: 'pin', pinTries: 2 }, 43, [mark], 'send'],
    ['is sent to another SIM', { lock: 'pin', pinTries: 3, ccid: '8948' }, 42, [mark], 'send'],
    ['is not there', { lock: 'pin', pinTries: 3 }, null, [], 'no PIN'],
    ['is not needed', { lock: 'none' }, 42, [], 'not needed'],
    ['is no PUK', { lock: 'other' }, 42, [], 'not needed'],
    ['has nobody to go to', { hasSim: false, lock: 'pin' }, 42, [], 'not needed'],
  ] as const)
    test(what, () => assert.equal(judgePin(modemFacts(changes), pinCode, refused), verdict))
  test('has four digits, and leaves a mark that does not tell it', () => {
    assert.equal(pinText(7), '0007')
    assert.match(mark, /^[0-9a-f]{32}$/)
  })
})

describe('the data connection', () => {
  const wish = { isEnabled: true, isUsed: true, isRoamingAllowed: false }
  const bearer = bearerFacts()
  for (const [what, changes, isOurs, changed, verdict] of [
    ['begins', {}, false, {}, 'connect'],
    ['waits for the network', { registration: 'none' }, false, {}, 'leave'],
    ['waits for the modem', { isEnabled: false }, false, {}, 'leave'],
    ['is not there for nobody', {}, false, { isUsed: false }, 'leave'],
    ['is not there where it is switched off', {}, false, { isEnabled: false }, 'leave'],
    ['is not made while roaming', { registration: 'roaming' }, false, {}, 'leave'],
    [
      'is made while roaming where that is allowed',
      { registration: 'roaming' },
      false,
      { isRoamingAllowed: true },
      'connect',
    ],
    ['is left while it is being made', { isBusy: true }, false, {}, 'leave'],
    ['is left to others where it is PPP', { hasInterface: false }, false, {}, 'leave'],
    ['goes on', { bearer }, true, {}, 'leave'],
    ['ends when nobody uses it', { bearer }, true, { isUsed: false }, 'disconnect'],
    ['ends abroad', { bearer, registration: 'roaming' }, true, {}, 'disconnect'],
    ["of somebody else's is his to end", { bearer }, false, { isUsed: false }, 'leave'],
  ] as const)
    test(what, () => assert.equal(judgeData(modemFacts(changes), isOurs, { ...wish, ...changed }), verdict))
  test('connMode', () => assert.deepEqual([null, 1, 2, 3, 4].map(includesGsm), [false, true, true, false, true]))
})

describe('points of access', () => {
  const found = [
    { apn: 'internet', user: '', password: '' },
    { apn: 'other', user: 'u', password: 'p' },
  ]
  const settings = { apnAutodetectEnable: true, apnHost: 'own', apnLogin: 'me', apnPassword: 'x' }
  const namesOf = (changes: Partial<typeof settings>, worked: string | null = null): string[] =>
    accessPointsFor({ ...settings, ...changes }, found, worked).map(accessPointName)
  test('lists the access points of the network, then the configured one', () =>
    assert.deepEqual(namesOf({}), ['@internet', 'u@other', 'me@own']))
  test('the one that worked goes first', () =>
    assert.deepEqual(namesOf({}, 'u@other'), ['u@other', '@internet', 'me@own']))
  test('without an own one', () => assert.deepEqual(namesOf({ apnHost: '' }), ['@internet', 'u@other']))
  test('the own one alone', () => assert.deepEqual(namesOf({ apnAutodetectEnable: false }), ['me@own']))
  test('none', () => assert.deepEqual(namesOf({ apnAutodetectEnable: false, apnHost: '' }), []))
})

describe('the list of providers', () => {
  const xml = `<serviceproviders format="2.0"><country code="pl">
	<provider primary="false"><name>Guest</name><gsm>
		<network-id mcc="260" mnc="06"/>
		<apn value="guest"><usage type="internet"/></apn>
	</gsm></provider>
	<provider primary="true"><name>Play</name><gsm>
		<network-id mcc="260" mnc="06"/>
		<balance-check><ussd>*101#</ussd></balance-check>
		<apn value="internet"><plan type="prepaid"/><usage type="internet"/><username>a&amp;b</username></apn>
		<apn value="mms"><usage type="mms"/></apn>
		<apn value="${'x'.repeat(50)}"><usage type="internet"/></apn>
	</gsm></provider>
	<provider><name>Three digits</name><gsm><network-id mcc="310" mnc="260"/><apn value="us"><usage type="internet"/></apn></gsm></provider>
</country></serviceproviders>`
  for (const [imsi, apns, balanceCode] of [
    ['260061234567890', ['internet', 'guest'], '*101#'],
    ['310260123456789', ['us'], null],
    ['999991234567890', [], null],
    ['26', [], null],
    ['', [], null],
  ] as const)
    test(`of IMSI ${imsi}`, () => {
      const provider = findProvider(xml, imsi)
      assert.deepEqual(
        provider.accessPoints.map(({ apn }) => apn),
        apns,
      )
      assert.equal(provider.balanceCode, balanceCode)
    })
  test('names are plain', () => assert.equal(findProvider(xml, '260061').accessPoints[0]?.user, 'a&b'))
  const file = '/usr/share/mobile-broadband-provider-info/serviceproviders.xml'
  test('the one of Debian', { skip: !existsSync(file) }, () => {
    const provider = findProvider(readFileSync(file, 'utf8'), '260061234567890')
    assert.equal(provider.accessPoints[0]?.apn, 'internet')
    assert.equal(provider.balanceCode, '*101#')
  })
})
