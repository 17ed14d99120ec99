import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirtualClock } from '@busbar/kit'
import { closeApp } from '@busbar/wire/server'
import type { ApiContext } from '../api/api-context.ts'
import { createApi } from '../api/server/app.ts'
import type { Rs485Status } from '../base/rs485.ts'
import type { Variant } from '../base/variant.ts'
import { Activation } from '../box/activation.ts'
import { DeviceClock } from '../box/device-clock.ts'
import { downloadState, updateState } from '../box/firmware/states.rules.ts'
import { openIdentity } from '../box/identity/identity.ts'
import { gsmState } from '../box/modem/gsm-state.rules.ts'
import { Rebooter } from '../box/power/rebooter.ts'
import { SerialPortChoice } from '../box/serial-ports.ts'
import { UnitNames } from '../box/unit-names.ts'
import { UserPassword } from '../box/user-password.ts'
import { Bus } from '../bus/bus.ts'
import { ExchangeStreams } from '../bus/exchange-streams.ts'
import type { UnitGate } from '../bus/gate/requester.ts'
import { Transactions } from '../bus/gate/transactions.ts'
import { Identification } from '../bus/identify/identify.ts'
import { Search } from '../bus/identify/search.ts'
import type { BusRequest } from '../bus/request.ts'
import type { ClientInterface } from '../session/client-interface.rules.ts'
import { FreeAccess } from '../session/free-access.ts'
import { Login } from '../session/login.ts'
import { Sessions } from '../session/sessions.ts'
import { SettingsStore } from '../settings/store/store.ts'
import { stateOf } from '../status/groups.ts'
import { Card } from '../storage/card/card.ts'
import { DataFolder } from '../storage/data-folder.ts'
import { RecentLog } from '../storage/logs/recent-log.ts'
import { Drafts } from '../tasks/drafts.ts'
import { BrokerChoice } from '../tasks/mqtt/broker-choice.ts'
import { TaskBroker } from '../tasks/mqtt/task-broker.ts'
import { LocalClock } from '../time/local-clock.ts'
import { filesUnless, type TestDisk, writeUnless } from './folder.ts'

/** Longer than any response takes; requests still open afterwards are ignored. */
const closeMs = 5000

type Caller = 'admin' | 'user' | null

interface Answer {
  status: number
  body: unknown
  headers: Headers
}

/** The API with its real parts on a folder of its own; only the bus, the cloud and the clocks are the test's. */
export interface TestApi {
  url: string
  variant: Variant
  clock: VirtualClock
  /** Not started: it has no port. */
  bus: Bus
  service: ApiContext
  settings: SettingsStore
  bootFile: { problems: ApiContext['bootFile']['problems'] }
  cardFolder: string
  tokens: Readonly<Record<'admin' | 'user', string>>
  /** Events besides responses. */
  happened: string[]
  /** The test's to change. */
  world: {
    isVpnUp: boolean
    arrival: ClientInterface
    isSlave: boolean
    hasTimeServer: boolean
    gate: UnitGate
    rs485: Rs485Status
    /** Address of all clients, for the notice on unencrypted connections. */
    clientAddress: string
  }
  /** Behaviour of the simulated disk. */
  disk: TestDisk
  call: (as: Caller, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>
}

export interface TestApiOptions {
  hasCard?: boolean
  strictLevels?: boolean
  allowHosts?: string[]
  panel?: string
}

const fail = (details: object, message: string): void => {
  const { err } = details as { err?: Error }
  assert.fail(`${message}: ${err?.stack ?? JSON.stringify(details)}`)
}

const silent = { transact: (_request: BusRequest) => Promise.resolve({ err: 'timeout' } as const) }

/** Starts it for a test; the time of day is the virtual clock's, from 2026-11-15 on. */
export const startApi = async (
  t: { after: (end: () => Promise<void>) => void },
  variant: Variant,
  { hasCard = true, strictLevels = true, allowHosts = [], panel }: TestApiOptions = {},
): Promise<TestApi> => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-gateway-api-'))
  const cardFolder = join(data, 'card')
  mkdirSync(cardFolder)
  const clock = new VirtualClock()
  const now = (): Date => new Date(Date.UTC(2026, 10, 15) + clock.now())
  const newBytes = (count: number): Uint8Array => randomBytes(count)
  const happened: string[] = []
  const log = {
    error: fail,
    warn: (_details: object, message: string) => void happened.push(message),
  }
  const world: TestApi['world'] = {
    isVpnUp: false,
    arrival: 'eth',
    isSlave: false,
    hasTimeServer: false,
    rs485: { mode: 'driver', used: null, error: null, detail: null },
    clientAddress: '127.0.0.1',
    gate: { ask: (_requester, _unit, pdu) => Promise.resolve(Uint8Array.of((pdu[0] ?? 0) | 0x80, 11)) },
  }
  const gate: UnitGate = { ask: (...args) => world.gate.ask(...args) }
  const disk: TestDisk = { fault: null }
  const folder = new DataFolder({
    path: data,
    clock,
    log: { ...log, error: log.warn, info: log.warn },
    write: writeUnless(disk),
  })
  const claim = () => Promise.resolve(true)
  const identity = await openIdentity({
    folder,
    requestedSource: 'auto',
    interfaces: [],
    claim,
    newBytes,
    warn: log.warn,
  })
  const settings = new SettingsStore({
    folder: data,
    files: filesUnless(disk, data),
    attempt: (act) => folder.attempt(act),
    variant,
    sealKey: identity.sealKey,
    now,
    newBytes,
    strictLevels,
  })
  await settings.load()
  const user = new UserPassword({ folder })
  user.set('viewer')
  const passwordOf = (name: 'admin' | 'user') => (name === 'admin' ? settings.active.protect.passwordAdmin : user.get())
  const card = new Card({ folder: hasCard ? cardFolder : undefined, now, clock })
  const bus = {
    ...silent,
    get isSlave() {
      return world.isSlave
    },
    isReady: true,
  }
  const line = new Bus({
    openPort: () => Promise.reject(new Error('no serial port was given')),
    clock,
    settings: settings.active.serial,
    log: { ...log, info: log.warn },
  })
  const recentLog = new RecentLog()
  recentLog.remembering({ ...log, info: () => {}, debug: () => {} }).info({ version: '0.1.0' }, 'started')
  const sessions = new Sessions({ clock, newBytes })
  const deviceClock = new DeviceClock({ folder, now, clock, log })
  const activation = new Activation({ folder, now: deviceClock.now })
  const sources: Parameters<typeof stateOf>[0] = {
    variant,
    identity,
    localClock: new LocalClock({ now: deviceClock.now, settings: () => settings.active }),
    network: () => undefined,
    sensors: () => ({ voltage: null, temperature: '41.5' }),
    runTime: { status: () => ({ runTimeMin: 1, totalRunTimeMin: 2, resetFlags: ['RST_CAUSE_SW'] }) },
    figures: () => ({
      bus: { requestsPerSec: 0, responsesPerSec: 0, loadPercent: 0 },
      requestsPerSec: 0,
      clientsMax: 0,
      ethernetBytesPerSec: 0,
      gsmBytesPerSec: 0,
      wrongLogins: service.login.wrongCount,
    }),
    activation,
    store: settings,
    storageProblem: () => folder.problem(),
    modem: { status: () => gsmState({ variant, isWanted: true, modem: null, ip: null, trafficBytes: 0 }) },
    tcpServer: { status: () => ({ isActive: true, listenPortEth: 502, clients: [] }) },
    gsmServer: { status: () => ({ listenPortGsm: 0, clients: [] }) },
    remoteServers: { status: () => [] },
    callBack: { status: () => callBackStatus },
    vpn: { status: () => vpnStatus },
    tasks: { status: () => noTasks },
    card,
    firmwareUpdate: { status: async () => noUpdate(await card.status(), identity.product.firmwareVer) },
  }
  const bootFile: TestApi['bootFile'] = { problems: [] }
  const service: ApiContext = {
    variant,
    sessions,
    login: new Login({ clock, newBytes, sessions, passwordOf, log }),
    freeAccess: new FreeAccess({ clock, freeAccessSec: () => settings.active.httpd.freeAccessSec }),
    clock,
    user,
    pressButton: () => void happened.push('button'),
    bus: line,
    rs485: { status: () => world.rs485 },
    exchangeStreams: new ExchangeStreams({ exchanges: line.exchanges, clock, now }),
    unitNames: new UnitNames({ folder }),
    serialPorts: { choice: new SerialPortChoice({ folder, fixed: undefined }), find: () => [adapter] },
    tasks: { view: async () => ({ tasks: [], faulty: [], pending: [] }) },
    drafts: new Drafts({ card, tasks: { loaded: [], reload: async () => {} } }),
    taskBroker: new TaskBroker({
      choice: new BrokerChoice({ folder }),
      mac: identity.mac,
      clock,
      random: () => 0,
      log: { info: () => {}, warn: log.warn },
    }),
    recentLog,
    arrivalOf: () => world.arrival,
    settings,
    bootFile,
    card,
    onLogin: () => {},
    ejectCard: () => card.eject(),
    search: new Search({ bus, clock, answerMs: () => 0 }),
    identification: new Identification({ bus, card, hiddenUnit: () => settings.active.ownSrv.vUid }),
    gate,
    transactions: new Transactions({ gate, clock, newBytes, log }),
    identity,
    registration: () => ({ isRegistered: false, pinCode: '12345678' }),
    stateOf: (key) => stateOf(sources, key),
    rebooter: new Rebooter({ clock, reboot: () => void happened.push(`reboot at ${clock.now()}`) }),
    deviceClock,
    syncTime: () => Promise.resolve(world.hasTimeServer),
    activation,
    firmware: {
      status: () => ({ version: '0.1.0', isRequested: false, canInstall: false, trial: null, takenBack: [] }),
      request: async () => ((await card.status()).isMounted ? null : 'a release needs a card, and none is there'),
    },
    doors: { https: null, forwarding: null },
    isVpnUp: () => world.isVpnUp,
    callBack: { reconnect: (requestNewCode) => void happened.push(`reconnect ${requestNewCode}`) },
    log,
  }
  const { app } = createApi(service, {
    hostName: 'gw-7',
    allowHosts,
    clock,
    log,
    answered: { info: () => {} },
    checkReplies: true,
    panel,
    clientAddressOf: () => world.clientAddress,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await closeApp(app, closeMs)
    await card.stop()
    rmSync(data, { recursive: true, force: true })
  })
  const tokens = { admin: sessions.open('admin', 2, '127.0.0.1'), user: sessions.open('user', 1, '127.0.0.1') }
  const call: TestApi['call'] = async (as, method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: as === null ? {} : { authorization: `Bearer ${tokens[as]}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
  return {
    url,
    variant,
    clock,
    bus: line,
    service,
    settings,
    bootFile,
    cardFolder,
    tokens,
    happened,
    world,
    disk,
    call,
  }
}

const adapter = {
  path: '/dev/ttyUSB0',
  tty: 'ttyUSB0',
  maker: 'FTDI',
  product: 'FT232R USB UART',
  serialNumber: 'A50285BI',
}

/** An updater that never finds a release. */
const noUpdate = (card: { isInserted: boolean; isMounted: boolean }, current: number) => {
  const facts = { card, phase: 'idle', available: null, saved: null, current } as const
  const unknown = { url: null, progress: null, errorCode: null, availableVersion: null, savedVersion: null }
  return { updateState: updateState(facts), downloadState: downloadState(facts), ...unknown, currentVersion: current }
}

const noTasks = {
  filesFound: null,
  loadedOn: null,
  heapUsedB: null,
  errorFile: null,
  errorLine: null,
  errorCode: null,
  tasks: [],
}

const vpnStatus = {
  linkState: 'disabled',
  configServerReached: null,
  lastPeerUp: null,
  netifIp: null,
  netifMask: null,
  peerIp: null,
  peerPort: 51_820,
  interface: null,
  configState: 'disabled',
  ownPubKey: Buffer.alloc(32, 7).toString('base64'),
}

const callBackStatus = {
  state: 'disabled',
  waitingTimeSec: null,
  interface: null,
  remoteIp: null,
  remotePort: 502,
  connectionTimeSec: 0,
  idleTimeSec: 0,
  activationWithCode: null,
  activationCode: '',
}
