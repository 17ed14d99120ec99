import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicClock } from '@busbar/kit'
import { freePort } from '@busbar/kit/testing'
import type { ReceivedMessage } from '@busbar/mqtt'
import { MqttConnection } from '@busbar/mqtt/connection'
import { clearRetained } from '../src/integrations/connectors.ts'
import type { ConnectedDevice, ConnectedParam } from '../src/integrations/directory.sql.ts'
import { MqttConnector } from '../src/integrations/mqtt/mqtt-connector.ts'
import type { MqttConnectorOptions } from '../src/integrations/mqtt/open-broker.ts'
import { testBroker } from '../src/integrations/mqtt/open-broker.ts'
import { mqttSettings } from '../src/integrations/mqtt/settings.ts'

const hasBroker = spawnSync('mosquitto', ['-h']).error === undefined
const hasTools = spawnSync('openssl', ['version']).error === undefined
const skip = hasBroker && hasTools ? false : 'no mosquitto or no openssl here'

const param: ConnectedParam = {
  id: 7,
  slug: 'u',
  name: 'Voltage',
  label: null,
  category: null,
  unit: 'V',
  valueType: 'u16',
  registerKind: 'holding',
  labels: null,
  precision: 1,
  min: null,
  max: null,
  isProgrammable: true,
}
const device: ConnectedDevice = {
  id: 5,
  slug: 'meter',
  name: 'Meter',
  netId: 3,
  net: 'hall',
  netName: 'Hall',
  periodSec: 60,
  manufacturer: null,
  model: null,
  isDisabled: false,
  params: new Map([[7, param]]),
}
const poll = (value: number) => ({
  orgId: 1,
  deviceId: 5,
  readOn: Date.now(),
  params: [{ id: 7, valueType: 'u16' as const }],
  values: [value],
  texts: null,
  errors: null,
})

const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; !isTrue(); tries += 1) {
    assert.ok(tries < 400, 'it does not happen')
    await wait(25)
  }
}

describe('mosquitto', { skip }, () => {
  let folder = ''
  let [plain, tls, byCertificate] = [0, 0, 0]
  let broker: ChildProcess
  const heard: ReceivedMessage[] = []
  let reader: MqttConnection
  const last = (topic: string): string | undefined => heard.findLast((one) => one.topic === topic)?.payload.toString()

  const startBroker = async (): Promise<void> => {
    broker = spawn('mosquitto', ['-c', join(folder, 'm.conf')], { stdio: 'ignore' })
    for (;;) {
      const socket = connect(plain, '127.0.0.1')
      const isUp = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false)
      socket.destroy()
      if (isUp) return
      await wait(25)
    }
  }
  const stopBroker = async (): Promise<void> => {
    broker.kill('SIGKILL')
    await once(broker, 'exit')
  }
  const read = async (): Promise<MqttConnection> => {
    const socket = connect(plain, '127.0.0.1')
    await once(socket, 'connect')
    const will = { topic: 'other/will', payload: 'x', qos: 0, retain: false } as const
    const connection = new MqttConnection({
      clock: monotonicClock,
      socket,
      version: 5,
      clientId: 'reader',
      user: 'reader',
      password: 'secret2',
      will,
      onMessage: (arrived) => void heard.push(arrived),
    })
    await connection.open()
    await connection.subscribe(['busbar/#', 'homeassistant/#'])
    return connection
  }
  const optionsOf = (
    settings: object,
    more: Partial<MqttConnectorOptions> = {},
    password = 'secret1',
    position: number | null = null,
  ): MqttConnectorOptions => {
    const parsed = mqttSettings.parse({ url: `mqtt://127.0.0.1:${plain}`, user: 'busbar', ...settings })
    return {
      connector: { id: 1, orgId: 1, name: 'C', settings: parsed, password, clientKey: null },
      position,
      clock: monotonicClock,
      now: () => new Date(),
      random: () => 0,
      find: (host) => Promise.resolve(host),
      publicUrl: () => 'https://busbar.example',
      devices: () => Promise.resolve(new Map([[device.id, device]])),
      alerts: () => Promise.resolve([]),
      write: (_id, value) => Promise.resolve({ ok: { oldValue: '1', newValue: value } }),
      missedPolls: async function* () {},
      storePosition: () => Promise.resolve(),
      retainedTopics: { load: () => Promise.resolve([]), store: () => Promise.resolve() },
      log: { info: () => {}, error: () => {} },
      ...more,
    }
  }
  const connector = (...given: Parameters<typeof optionsOf>): MqttConnector => new MqttConnector(optionsOf(...given))
  const tested = (...given: Parameters<typeof optionsOf>) =>
    testBroker(optionsOf(...given), { word: 'there and back', timeoutMs: 3000 })
  const running = async (made: MqttConnector, work: () => Promise<void>): Promise<void> => {
    made.start()
    try {
      await work()
    } finally {
      await made.stop()
    }
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-mosquitto-'))
    ;[plain, tls, byCertificate] = [await freePort(), await freePort(), await freePort()]
    const [cert, key, passwords, acl] = ['cert.pem', 'key.pem', 'passwords', 'acl'].map((name) => join(folder, name))
    const subject = ['-subj', '/CN=broker', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', String(key), '-out', String(cert)]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
      stdio: 'ignore',
    })
    execFileSync('mosquitto_passwd', ['-c', '-b', String(passwords), 'busbar', 'secret1'])
    execFileSync('mosquitto_passwd', ['-b', String(passwords), 'reader', 'secret2'])
    writeFileSync(
      String(acl),
      'user busbar\ntopic readwrite busbar/#\ntopic readwrite homeassistant/#\n\nuser reader\ntopic readwrite #\n',
    )
    const listener = (port: number): string => `listener ${port} 127.0.0.1\n`
    const certificates = `cafile ${cert}\ncertfile ${cert}\nkeyfile ${key}\n`
    const access = `allow_anonymous false\npassword_file ${passwords}\nacl_file ${acl}\n`
    const asRoot = process.getuid?.() === 0 ? 'user root\n' : ''
    writeFileSync(
      join(folder, 'm.conf'),
      `${asRoot}${access}${listener(plain)}${listener(tls)}${certificates}${listener(byCertificate)}${certificates}require_certificate true\n`,
    )
    await startBroker()
    reader = await read()
  })
  after(async () => {
    reader.end()
    await stopBroker()
    rmSync(folder, { recursive: true })
  })

  for (const version of [5, 4]) {
    test(`values, kept and with their state, by MQTT ${version}`, async () => {
      const made = connector({ version, root: `busbar/v${version}`, shape: 'both' })
      await running(made, async () => {
        await until(() => last(`busbar/v${version}/$state`) === 'online')
        made.readings(poll(230))
        await until(() => last(`busbar/v${version}/hall/meter`)?.includes('"u":230') === true)
        await until(() => last(`busbar/v${version}/hall/meter/u`)?.includes('"v":230') === true)
      })
      await until(() => last(`busbar/v${version}/$state`) === 'offline')
    })
  }

  test('encrypted, with a certificate of its own; without it not at all', async () => {
    const url = `mqtts://127.0.0.1:${tls}`
    const ca = readFileSync(join(folder, 'cert.pem'), 'utf8')
    assert.deepEqual(await tested({ url, ca }), { ok: true })
    const refused = await tested({ url })
    assert.match('err' in refused ? refused.err : '', /self.signed/i)
  })

  test('known by a client certificate; without it not at all', async () => {
    const url = `mqtts://127.0.0.1:${byCertificate}`
    const [ca, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))
    const options = optionsOf({ url, ca, clientCert: ca })
    const withKey = { ...options, connector: { ...options.connector, clientKey: key ?? null } }
    assert.deepEqual(await testBroker(withKey, { word: 'there and back', timeoutMs: 3000 }), { ok: true })
    assert.ok('err' in (await tested({ url, ca })))
  })

  test('alerts are kept with how they stand, also for a broker that has forgotten them', async () => {
    const alert = { slug: 'hot', isActive: true, isConfirmed: false, on: Date.UTC(2026, 10, 15) }
    let alerts = [alert]
    const made = connector({ root: 'busbar/a' }, { alerts: () => Promise.resolve(alerts) })
    const topic = 'busbar/a/$alerts/hot'
    await running(made, async () => {
      await until(() => last(topic)?.includes('"confirmed":false') === true)
      alerts = [{ ...alert, isConfirmed: true }]
      made.alert()
      await until(() => last(topic)?.includes('"confirmed":true') === true)
      alerts = []
      made.alert()
      await until(() => last(topic) === '')
    })
  })

  test('a wrong password, and a topic that is not ours', async () => {
    const wrong = await tested({}, {}, 'wrong')
    assert.match('err' in wrong ? wrong.err : '', /refused the connection/)
    const foreign = await tested({ root: 'elsewhere' })
    assert.match('err' in foreign ? foreign.err : '', /not authorized|did not deliver/)
  })

  test('a broker that was killed gets the newest value when it is back', async () => {
    const made = connector({ root: 'busbar/k' })
    await running(made, async () => {
      await until(() => made.state().isConnected)
      await stopBroker()
      await until(() => !made.state().isConnected)
      for (const value of [1, 2, 3]) made.readings(poll(value))
      await startBroker()
      reader = await read()
      await until(() => last('busbar/k/hall/meter')?.includes('"u":3') === true)
      assert.ok(!heard.some(({ topic, payload }) => topic === 'busbar/k/hall/meter' && payload.includes('"u":1')))
    })
  })

  test('a command is done once, and what was kept is not one', async () => {
    const written: string[] = []
    const write: MqttConnectorOptions['write'] = (_id, value) => {
      written.push(value)
      return Promise.resolve({ ok: { oldValue: '1', newValue: value } })
    }
    const topic = 'busbar/c/hall/meter/u/set'
    await reader.publish({ topic, payload: '9', qos: 1, retain: true })
    await running(connector({ root: 'busbar/c', commands: ['hall/meter/u'] }, { write }), async () => {
      await until(() => last('busbar/c/$state') === 'online')
      await until(() => heard.some((one) => one.topic === topic))
      await wait(100)
      await reader.publish({ topic, payload: '{"v":21.5,"id":"a7"}', qos: 1, retain: false })
      await until(() => last(`${topic}/result`) !== undefined)
      const result = { id: 'a7', ok: true, oldValue: '1', newValue: '21.5' }
      assert.deepEqual(JSON.parse(last(`${topic}/result`) ?? ''), result)
      assert.deepEqual(written, ['21.5'])
    })
  })

  /** Returns the retained messages below a topic, as a new subscriber receives them. */
  const keptBelow = async (root: string): Promise<string[]> => {
    const args = ['-p', String(plain), '-u', 'reader', '-P', 'secret2', '-t', `${root}/#`, '-W', '1', '-F', '%t']
    const { stdout } = spawnSync('mosquitto_sub', args, { encoding: 'utf8' })
    return stdout
      .split('\n')
      .filter((one) => one !== '')
      .toSorted()
  }

  test('removes retained topics of deleted devices after a restart, and all topics with the connector', async () => {
    let kept: readonly string[] = []
    const keptTopics = {
      load: () => Promise.resolve(kept),
      store: async (topics: readonly string[]) => {
        kept = topics
      },
    }
    const second: ConnectedDevice = { ...device, id: 6, slug: 'pump', params: new Map([[8, { ...param, id: 8 }]]) }
    const settings = { root: 'busbar/g', discovery: true, discoveryPrefix: 'homeassistant/g', shape: 'both' }
    const withDevices = (...devices: ConnectedDevice[]): MqttConnector =>
      connector(settings, {
        retainedTopics: keptTopics,
        devices: () => Promise.resolve(new Map(devices.map((one) => [one.id, one]))),
      })
    const both = withDevices(device, second)
    await running(both, async () => {
      await until(() => both.state().isConnected)
      for (const deviceId of [5, 6]) {
        both.readings({ ...poll(230), deviceId, params: [{ id: deviceId + 2, valueType: 'u16' }] })
      }
      await until(() => last('busbar/g/hall/pump/u')?.includes('230') === true)
      await until(() => last('homeassistant/g/device/busbar_1_6/config')?.includes('voltage') === true)
    })
    assert.ok((await keptBelow('busbar/g')).includes('busbar/g/hall/pump/u'))
    // The service was down, the device was deleted meanwhile.
    const one = withDevices(device)
    await running(one, async () => {
      await until(() => last('busbar/g/hall/pump/$state') === '')
      await until(() => last('homeassistant/g/device/busbar_1_6/config') === '')
    })
    const left = ['$state', 'hall/$state', 'hall/meter', 'hall/meter/$state', 'hall/meter/u']
    assert.deepEqual(
      await keptBelow('busbar/g'),
      left.map((topic) => `busbar/g/${topic}`),
    )
    await clearRetained(optionsOf(settings), kept, new AbortController().signal)
    assert.deepEqual([await keptBelow('busbar/g'), await keptBelow('homeassistant/g')], [[], []])
  })

  test('sends missed readings and the discovery of Home Assistant', async () => {
    const missed: MqttConnectorOptions['missedPolls'] = async function* (from) {
      yield JSON.stringify({ from, replay: true })
    }
    const position = Date.now() - 60_000
    await running(
      connector({ root: 'busbar/h', discovery: true, replay: true }, { missedPolls: missed }, 'secret1', position),
      async () => {
        await until(() => last('busbar/h/hall/meter/history')?.includes(`"from":${position + 1}`) === true)
        await until(() => last('homeassistant/device/busbar_1_5/config')?.includes('"voltage"') === true)
        await until(() => last('homeassistant/device/busbar_1_n3/config')?.includes('connectivity') === true)
      },
    )
  })
})
