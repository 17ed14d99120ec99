import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { monotonicClock } from '@busbar/kit'
import { AtModem, SimCard, serveAtSocket } from '@busbar/simulator'
import { Connection } from '../../src/box/dbus/index.ts'
import { type PrivateBus, startBus } from '../../src/box/dbus/testing/private-bus.ts'
import { ModemMemory } from '../../src/box/modem/memory.ts'
import { type GsmSettings, Modem } from '../../src/box/modem/modem.ts'
import { ModemManager } from '../../src/box/modem/modem-manager.ts'
import { outside } from './outside.ts'
import { startPolkit } from './polkit.ts'

const phone = '+48601000001'
const gsm: GsmSettings = {
  enable: true,
  apnAutodetectEnable: false,
  tcpInRoamingEnable: false,
  smsInRoamingEnable: false,
  pinCode: null,
  apnHost: '',
  apnLogin: '',
  apnPassword: '',
  balanceUssdReq: '*101#',
  phones: [phone, '', '', ''],
}
const patienceMs = 60_000

const until = async (what: string, isSo: () => boolean): Promise<void> => {
  for (let waitedMs = 0; !isSo(); waitedMs += 50) {
    assert.ok(waitedMs < patienceMs, `not within a minute: ${what}`)
    await setTimeout(50)
  }
}

describe('ModemManager', { skip: outside() }, () => {
  const files = new Map<string, string>()
  const save = (name: string, content: string | Uint8Array): void => void files.set(name, String(content))
  const folder = { read: (name: string) => Buffer.from(files.get(name) ?? '{}'), save, saveWhenPossible: save }
  const sim = new SimCard({ pin: '1234' })
  const device = new AtModem({ sim, ussd: (code) => (code === '*101#' ? 'Left: 12.50' : null) })
  const sent: string[] = []
  let bus: PrivateBus
  let polkit: Awaited<ReturnType<typeof startPolkit>>
  let served: { stop(): Promise<void> }
  let daemon: ChildProcess
  let port: ModemManager
  let modem: Modem

  const startDaemon = async (): Promise<void> => {
    const env = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: bus.address }
    daemon = spawn('ModemManager', ['--test-enable', '--test-no-udev', '--no-auto-scan'], { env, stdio: 'ignore' })
    const connection = await Connection.open({ address: bus.address, clock: monotonicClock })
    const service = { destination: 'org.freedesktop.ModemManager1', path: '/org/freedesktop/ModemManager1' }
    const profile = { interface: 'org.freedesktop.ModemManager1.Test', member: 'SetProfile', signature: 'ssas' }
    for (let tries = 0; ; tries += 1) {
      const body = ['busbar', 'generic', ['abstract:busbar']]
      const made = await connection.call({ ...service, ...profile, body }).then(
        () => true,
        () => false,
      )
      if (made) break
      assert.ok(tries < 200, 'ModemManager does not start')
      await setTimeout(100)
    }
    connection.close()
  }

  const start = async (changes: Partial<GsmSettings>): Promise<void> => {
    modem = new Modem({
      variant: 'B',
      settings: { ...gsm, ...changes },
      language: 'en',
      port,
      memory: new ModemMemory(folder),
      gate: { ask: async (_, unit) => (unit === 12 ? Uint8Array.of(3, 2, 0, 250) : undefined) },
      rights: () => ({ smsReadEnable: true, smsWriteEnable: false, passwordSmsRead: 'rrr', passwordSmsWrite: 'www' }),
      isDataUsed: () => true,
      providerOf: () => ({ accessPoints: [], balanceCode: null }),
      addresses: { assign: async () => {}, release: async () => {} },
      bearerAddress: () => null,
      interfaceBytes: () => 0,
      about: () => ({ label: 'Gateway', runTimeMin: 0 }),
      isClockRight: () => true,
      onChange: () => {},
      now: () => new Date(),
      clock: monotonicClock,
      log: { info: () => {}, warn: () => {} },
    })
    await modem.start()
  }

  before(async () => {
    bus = await startBus()
    polkit = await startPolkit(bus.address)
    served = await serveAtSocket(device, '\0abstract:busbar')
    device.on('sms', ({ to, text }) => sent.push(`${to} ${text}`))
    const log = { info: () => {}, warn: () => {}, debug: () => {} }
    port = new ModemManager({ address: bus.address, clock: monotonicClock, log })
    await startDaemon()
  })
  after(async () => {
    await modem.stop()
    daemon.kill('SIGKILL')
    polkit.stop()
    await served.stop()
    await bus.stop()
  })

  test('a wrong PIN costs one try, and no more after a restart', async () => {
    await start({ pinCode: 1111 })
    await until('the try is spent', () => sim.triesLeft === 2)
    await until('ModemManager tells', () => modem.status().pinState === 5)
    assert.deepEqual([modem.status().simState, modem.status().isEnabled], [1, false])
    await modem.stop()
    await start({ pinCode: 1111 })
    await until('the modem is seen', () => modem.status().pinState === 5)
    await setTimeout(1000)
    assert.equal(sim.triesLeft, 2)
    await modem.stop()
  })

  test('the right one opens it; it is switched on, and is in its network', async () => {
    await start({ pinCode: 1234 })
    await until('the network', () => modem.status().isGsmRegistered && modem.status().signalLevel === 61)
    const { imei, ccid, provider, radioBand, pinState, isEnabled, isGsmRoaming } = modem.status()
    assert.deepEqual(
      { imei, ccid, provider, radioBand, pinState, isEnabled, isGsmRoaming },
      {
        imei: device.imei,
        ccid: sim.iccid,
        provider: 'Busbar Mobile',
        radioBand: '3g',
        pinState: 1,
        isEnabled: true,
        isGsmRoaming: false,
      },
    )
  })

  test('messages are answered, and nothing stays in the modem', async () => {
    sent.length = 0
    // Sends messages one at a time: ModemManager 1.20 reads only the first of several that arrive at the same moment.
    const receive = async (text: string, from = phone): Promise<void> => {
      device.receive({ from, text, sentAt: new Date() })
      await until('it is deleted', () => device.stored.size === 0)
    }
    await receive('R rrr 12:H40 13:H0')
    await until('the answer', () => sent.length === 1)
    await receive('R rrr 12:H40', '+48601000002')
    await receive('R rrr 12:H40', 'Bank')
    await receive('W www 12:H40=1')
    await receive('b rrr')
    await until('the balance', () => sent.length === 2)
    assert.deepEqual(sent, [`${phone} 12:H40=250\n13:H0 !no answer`, `${phone} Left: 12.50`])
  })

  test('a message of a task, and one that the network refuses', async () => {
    sent.length = 0
    assert.equal(modem.sendTo(1, 'насос стоїть'), 'sent')
    await until('it has gone', () => sent.length === 1)
    assert.deepEqual(sent, [`${phone} насос стоїть`])
    device.refusesSms = true
    await assert.rejects(port.send(phone, 'x'))
    device.refusesSms = false
  })

  test('abroad', async () => {
    device.registration = 5
    await until('roaming', () => modem.status().isGsmRoaming)
    assert.equal(modem.sendTo(1, 'x'), 'unsent')
    device.registration = 1
    await until('home', () => !modem.status().isGsmRoaming)
  })

  test('data', async () => {
    const apns: string[] = []
    device.on('connected', (apn) => apns.push(apn))
    await port.connect({ apn: 'internet', user: 'u', password: 'p' }, false)
    assert.deepEqual(apns, ['internet'])
    assert.equal(port.facts?.bearer?.method, 'ppp')
    assert.equal(modem.status().isGprsStarted, true)
  })

  test('it was asked for no more than the rule of polkit gives', () => {
    assert.deepEqual(
      [...polkit.requestedActions].toSorted().filter((action) => !action.endsWith('Manager1.Control')),
      ['Device.Control', 'Messaging', 'USSD'].map((name) => `org.freedesktop.ModemManager1.${name}`),
    )
  })

  test('when ModemManager dies there is no modem, and one again after it', async () => {
    daemon.kill('SIGKILL')
    await until('it is gone', () => modem.status().imei === null)
    assert.equal(modem.sendTo(1, 'x'), 'no modem')
    await startDaemon()
    await until('it is back', () => modem.status().imei === device.imei)
  })
})
