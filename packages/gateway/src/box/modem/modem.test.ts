import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import type { ModemFacts } from './facts.ts'
import { ModemMemory } from './memory.ts'
import { type GsmSettings, Modem, type ModemParts } from './modem.ts'
import { bearerFacts } from './testing/modem-facts.ts'
import { TestModemPort } from './testing/modem-port.ts'

const settings: GsmSettings = {
  enable: true,
  apnAutodetectEnable: true,
  tcpInRoamingEnable: false,
  smsInRoamingEnable: false,
  pinCode: null,
  apnHost: '',
  apnLogin: '',
  apnPassword: '',
  balanceUssdReq: '',
  phones: ['+48601000001', '', '', ''],
}

const newFolder = () => {
  const files = new Map<string, string>()
  const save = (name: string, content: string | Uint8Array): void => void files.set(name, String(content))
  const read = (name: string): Buffer | undefined => (files.has(name) ? Buffer.from(files.get(name) ?? '') : undefined)
  return { read, save, saveWhenPossible: save }
}

const setUp = async (
  t: TestContext,
  changes: {
    modem?: Partial<ModemFacts> | null
    gsm?: Partial<GsmSettings>
    parts?: Partial<ModemParts>
    folder?: ReturnType<typeof newFolder>
  } = {},
) => {
  const port = new TestModemPort(changes.modem)
  const clock = new VirtualClock(0)
  const folder = changes.folder ?? newFolder()
  const addressChanges: string[] = []
  const logged: string[] = []
  let isDataUsed = false
  let bytes = 0
  const note = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`)
  const modem = new Modem({
    variant: 'B',
    settings: { ...settings, ...changes.gsm },
    language: 'en',
    port,
    memory: new ModemMemory(folder),
    gate: { ask: async () => Uint8Array.of(3, 2, 0, 250) },
    rights: () => ({ smsReadEnable: true, smsWriteEnable: false, passwordSmsRead: 'rrr', passwordSmsWrite: 'www' }),
    isDataUsed: () => isDataUsed,
    providerOf: () => ({
      accessPoints: [
        { apn: 'wrong', user: '', password: '' },
        { apn: 'internet', user: '', password: '' },
      ],
      balanceCode: '*101#',
    }),
    addresses: {
      assign: async ({ interface: name, address }) => void addressChanges.push(`${name} ${address}`),
      release: async ({ interface: name }) => void addressChanges.push(`${name} -`),
    },
    bearerAddress: ({ interface: name, address }) => (address === null ? null : { interface: name, ip: address }),
    interfaceBytes: () => bytes,
    about: () => ({ label: 'Gateway', runTimeMin: 65 }),
    isClockRight: () => true,
    onChange: () => {},
    now: () => new Date(1_800_000_000_000 + clock.now()),
    clock,
    log: { info: note, warn: note },
    ...changes.parts,
  })
  await modem.start()
  t.after(() => modem.stop())
  const settle = async (ms = 0): Promise<void> => {
    if (ms > 0) clock.advance(ms)
    for (let i = 0; i < 20; i++) await setImmediate()
  }
  await settle()
  return {
    port,
    modem,
    addressChanges,
    logged,
    folder,
    settle,
    useData: (isUsed: boolean) => void (isDataUsed = isUsed),
    count: (next: number) => void (bytes = next),
  }
}

test('a right PIN is sent once', async (t) => {
  const { port, settle } = await setUp(t, { modem: { lock: 'pin', isEnabled: false }, gsm: { pinCode: 1234 } })
  await settle(20_000)
  assert.deepEqual(
    port.requests.filter((one) => one.startsWith('pin')),
    ['pin 1234'],
  )
})

test('a wrong PIN is spent once, also over restarts, until it changes', async (t) => {
  const folder = newFolder()
  const modem = { lock: 'pin', isEnabled: false, pinTries: 3 } as const
  const first = await setUp(t, { modem, gsm: { pinCode: 1111 }, folder })
  await first.settle(60_000)
  assert.deepEqual(first.port.requests, ['pin 1111'])
  const again = await setUp(t, { modem, gsm: { pinCode: 1111 }, folder })
  assert.deepEqual(again.port.requests, [])
  assert.ok(again.logged.some((line) => line.includes('refused gsm.pinCode')))
  const other = await setUp(t, { modem, gsm: { pinCode: 1234 }, folder })
  assert.deepEqual(other.port.requests, ['pin 1234'])
})

test('a PIN that cannot be kept as spent is not sent', async (t) => {
  const folder = { ...newFolder(), save: () => assert.fail('the disk is full') }
  const { port } = await setUp(t, { modem: { lock: 'pin' }, gsm: { pinCode: 1111 }, folder })
  assert.deepEqual(
    port.requests.filter((one) => one.startsWith('pin')),
    [],
  )
})

test('a PIN that the SIM never saw may be sent again', async (t) => {
  const folder = newFolder()
  const { port, settle } = await setUp(t, { modem: null, gsm: { pinCode: 1234 }, folder })
  port.enterPin = async () => Promise.reject(new Error('not authorized'))
  port.change({ lock: 'pin' })
  await settle()
  assert.deepEqual(new ModemMemory(folder).refusedPins, [])
})

test('the modem is switched on, or off', async (t) => {
  const on = await setUp(t, { modem: { isEnabled: false, isDisabled: true } })
  assert.equal(on.port.requests[0], 'enable true')
  const off = await setUp(t, { gsm: { enable: false } })
  assert.deepEqual(off.port.requests, ['enable false'])
  assert.equal(off.modem.status().isEnabled, false)
  const used = await setUp(t, { modem: { bearer: bearerFacts() }, gsm: { enable: false } })
  assert.deepEqual(used.port.requests, [])
})

test('data: tries access points in order and begins with the one that worked before', async (t) => {
  const { port, addressChanges, settle, useData, modem, folder } = await setUp(t)
  assert.equal(modem.uplink(), null)
  useData(true)
  await settle(10_000)
  assert.deepEqual(
    port.requests.filter((one) => one.startsWith('connect')),
    ['connect wrong', 'connect internet'],
  )
  assert.deepEqual(addressChanges, ['wwan0 10.1.2.3'])
  assert.deepEqual(modem.uplink(), { interface: 'wwan0', ip: '10.1.2.3', dnsServers: ['9.9.9.9'] })
  assert.equal(modem.status().ip, '10.1.2.3')
  assert.equal(new ModemMemory(folder).workedFor('89380062300000000015'), '@internet')
  port.requests.length = 0
  port.change({ bearer: null })
  await settle(10_000)
  assert.deepEqual(addressChanges, ['wwan0 10.1.2.3', 'wwan0 -', 'wwan0 10.1.2.3'])
  assert.deepEqual(port.requests, ['connect internet'])
  port.change({ registration: 'roaming' })
  await settle()
  assert.equal(port.requests.at(-1), 'disconnect')
  assert.equal(addressChanges.at(-1), 'wwan0 -')
})

test('data: pauses when every access point refuses', async (t) => {
  const { port, settle, useData } = await setUp(t)
  port.apns = []
  useData(true)
  const tries = (): number => port.requests.filter((one) => one === 'connect internet').length
  await settle(10_000)
  assert.equal(tries(), 1)
  for (let i = 0; i < 5; i++) await settle(10_000)
  assert.equal(tries(), 1)
  await settle(10_000)
  assert.equal(tries(), 2)
})

test('data: without a helper the connection is ended', async (t) => {
  const addresses = { assign: async () => Promise.reject(new Error('no helper')), release: async () => {} }
  const { port, settle, useData, modem } = await setUp(t, { parts: { addresses } })
  useData(true)
  await settle(10_000)
  assert.equal(port.requests.at(-1), 'disconnect')
  assert.equal(modem.status().isGprsStarted, false)
})

test('data: uses a connection of another program and leaves it open at stop', async (t) => {
  const { port, modem, addressChanges } = await setUp(t, { modem: { bearer: bearerFacts() } })
  assert.equal(modem.status().ip, '10.1.2.3')
  await modem.stop()
  assert.ok(!port.requests.includes('disconnect'))
  assert.deepEqual(addressChanges, [])
})

test('traffic is counted over connections and restarts', async (t) => {
  const folder = newFolder()
  const { modem, port, count } = await setUp(t, { modem: { bearer: bearerFacts() }, folder })
  count(1000)
  assert.equal(modem.trafficBytes, 1000)
  count(1500)
  assert.equal(modem.status().traficTotal, 1500)
  port.change({ bearer: null })
  assert.equal(modem.trafficBytes, 1500)
  count(200)
  port.change({ bearer: bearerFacts() })
  assert.equal(modem.trafficBytes, 1700)
  await modem.stop()
  const after = await setUp(t, { folder })
  assert.equal(after.modem.status().traficTotal, 1700)
})

test('messages are answered', async (t) => {
  const { port, settle } = await setUp(t)
  const message = { from: '+48601000001', sentAt: new Date(1_800_000_000_000) }
  port.requests.length = 0
  port.inbox.push(
    { ...message, path: '/sms/1', text: 'R rrr 12:H40' },
    { ...message, path: '/sms/2', text: 'S rrr' },
    { ...message, path: '/sms/3', text: 'B rrr' },
  )
  port.change({})
  await settle()
  const requests = port.requests.filter((one) => !one.startsWith('remove'))
  assert.deepEqual(requests, [
    'send +48601000001 12:H40=250',
    'send +48601000001 Gateway, signal 61%, Busbar Mobile, running for 1:05',
    'ussd *101#',
    'send +48601000001 12.50',
  ])
})

test('the balance is asked for once a day', async (t) => {
  const { port, settle, logged } = await setUp(t)
  const asks = (): number => port.requests.filter((one) => one === 'ussd *101#').length
  assert.equal(asks(), 1)
  await settle(3_600_000)
  assert.equal(asks(), 1)
  await settle(86_400_000)
  assert.equal(asks(), 2)
  assert.ok(logged.some((line) => line.includes('12.50')))
})

test('messages of tasks', async (t) => {
  const { modem, port, settle } = await setUp(t)
  assert.equal(modem.sendTo(1, 'hello'), 'sent')
  await settle()
  assert.equal(port.requests.at(-1), 'send +48601000001 hello')
  assert.equal(modem.sendTo(2, 'hello'), 'no phone')
  port.change({ registration: 'none' })
  assert.equal(modem.sendTo(1, 'hello'), 'unsent')
  port.facts = null
  assert.equal(modem.sendTo(1, 'hello'), 'no modem')
})

test('logs once that there is no modem', async (t) => {
  const { logged, settle, modem } = await setUp(t, { modem: null })
  await settle(60_000)
  assert.deepEqual(logged, ['there is no modem {}'])
  assert.equal(modem.status().simState, 0)
})
