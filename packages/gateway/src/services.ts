import { hostname } from 'node:os'
import { Steps } from '@busbar/kit/program'
import type { FastifyInstance } from 'fastify'
import type { Box } from './box.ts'
import { Bus } from './bus/bus.ts'
import type { BusAnswer, FieldBus } from './bus/request.ts'
import { Card } from './card/card.ts'
import { Gate } from './gate/gate.ts'
import type { RemoteUnits } from './gate/remote-units.ts'
import type { GatewayService } from './gateway-service.ts'
import { createApi } from './http/app.ts'
import { Identify } from './identify/identify.ts'
import { CallBack } from './net/call-back.ts'
import { TcpServer } from './net/tcp-server.ts'
import { forwardingFor, remoteServersFor } from './outward.ts'
import { ownUnit } from './own-unit.ts'
import { RawDoor } from './raw-door.ts'
import { Search } from './search/search.ts'
import { FreeAccess } from './session/free-access.ts'
import { Login } from './session/login.ts'
import { Sessions } from './session/sessions.ts'
import type { SettingKey } from './settings/table.ts'
import { type StateSources, stateOf } from './state/groups.ts'
import { busOf, type GatewayStatus, keysOf, programFacts, timeOf } from './status.ts'
import { AutoReset } from './system/auto-reset.ts'
import { firstReal } from './system/interface.rules.ts'
import { readInterfaces } from './system/interfaces.ts'
import { Rebooter } from './system/rebooter.ts'
import { readSensors } from './system/sensors.ts'
import { interfaceBytes, Traffic } from './system/traffic.ts'
import { localDate } from './tasks/local-date.rules.ts'
import { Tasks } from './tasks/tasks.ts'
import { LocalClock } from './time/local-clock.ts'
import { TimeSync } from './time/time-sync.ts'
import { Transactions } from './transactions/transactions.ts'

/** All that a reboot ends and begins anew. */
export interface Services {
  readonly http: { readonly host: string; readonly port: number; readonly url: string }
  /** `HOST:PORT`; null while nobody is heard there. */
  readonly modbusTcp: string | null
  pressButton(): void
  endSessionsOf(username: string): void
  /** For the person in front of it. */
  status(): GatewayStatus
  /** Settings that count from now on. */
  apply(changed: readonly SettingKey[]): Promise<void>
  stop(): Promise<void>
}

interface Places {
  readonly http: { readonly host: string; readonly port?: number }
  readonly modbus: { readonly host: string; readonly port?: number }
}

/** Of the five seconds that a stop may take, most are for those who wait for an answer. */
const finishMs = 1500
const partMs = 500

/** From the bus to the door of the API, by the settings that are active. What was begun is undone when a later part fails. */
export const startServices = async (box: Box, places: Places, reboot: () => void): Promise<Services> => {
  const steps = new Steps(box.log)
  const parts = connect(box, places, reboot)
  const { service, bus, remoteServers, tcpServer, callBack, card, autoReset, rebooter, sessions } = parts
  try {
    await bus.start()
    steps.undo('bus', partMs, () => bus.stop())
    steps.undo('card', partMs, () => card.stop())
    steps.undo('search', partMs, () => parts.search.stop())
    steps.undo('identification', partMs, () => parts.identification.stop())
    await tcpServer.start()
    steps.undo('Modbus TCP', partMs, () => tcpServer.stop())
    tellIfClosed(box)
    await remoteServers.start()
    steps.undo('remote servers', partMs, () => remoteServers.stop())
    await callBack.start()
    steps.undo('call-back', partMs, () => callBack.stop())
    await parts.timeSync.start()
    steps.undo('time servers', partMs, () => parts.timeSync.stop())
    // Generation A has no tasks.
    if (box.env.variant === 'B') await parts.tasks.start()
    steps.undo('tasks', partMs, () => parts.tasks.stop())
    autoReset.start()
    steps.undo('automatic reset', partMs, () => autoReset.stop())
    steps.undo('reboot', partMs, () => rebooter.stop())
    steps.undo('sessions', partMs, () => sessions.endAll())
    steps.undo('logins', partMs, () => service.login.stop())
    const app = createApi(service, {
      hostName: hostname(),
      allowHosts: box.env['allow-host'],
      clock: box.clock,
      log: box.log,
    })
    steps.undo('requests', finishMs + partMs, () => finish(app))
    const { host, port = box.store.active.httpd.port } = places.http
    const url = await app.listen({ host, port })
    const httpPort = Number(new URL(url).port) || 80
    // The gateway's own ports come first: what wants one of them, or wants to lead to one, finds it taken.
    const forwarding = forwardingFor(box, places.modbus.host, () => [httpPort, ...parts.modbusPorts()])
    await forwarding.start()
    steps.undo('forwarding', partMs, () => forwarding.stop())
    const modbusTcp = () => (tcpServer.port === 0 ? null : `${places.modbus.host}:${tcpServer.port}`)
    return {
      http: { host, port: httpPort, url: `${url}/` },
      get modbusTcp() {
        return modbusTcp()
      },
      pressButton() {
        parts.freeAccess.press()
        callBack.openWindow()
      },
      status: () => statusNow(box, parts, { http: `${url}/`, modbusTcp: modbusTcp() }),
      endSessionsOf: (username) => sessions.endAll(username),
      async apply(changed) {
        const { serial, ownSrv, rmSrv } = box.store.active
        if (changed.includes('serial')) await bus.apply(serial)
        if (changed.includes('ownSrv')) await tcpServer.apply(ownSrv)
        if (changed.includes('rmSrv')) await remoteServers.apply(rmSrv)
        if (changed.includes('ownSrv')) callBack.unitMayHaveChanged()
      },
      stop: () => steps.undoAll(),
    }
  } catch (error) {
    await steps.undoAll()
    throw error
  }
}

/** The parts, joined; nothing runs yet. */
const connect = (box: Box, places: Places, reboot: () => void) => {
  const { env, clock, log, newBytes, identity, deviceClock, store, user, activation, runTime } = box
  const { active } = store
  const { now } = deviceClock
  const { deviceId: type, firmwareVer: version } = identity.product
  const localClock = new LocalClock({ now, settings: () => store.active })
  const timeSync = new TimeSync({ settings: active.ntp, deviceClock, port: box.ntpPort, clock, newBytes, log })
  const rebooter = new Rebooter({ clock, reboot })
  const autoReset = new AutoReset({ clock, settings: active.areset, reset: reboot })
  const bus: Bus = new Bus({
    openPort: box.openPort,
    clock,
    settings: active.serial,
    slave: (unit, pdu) => {
      autoReset.seen()
      return gate.answerOwn(master, unit, pdu)
    },
    log,
  })
  const own = ownUnit({
    identity,
    store,
    localClock,
    restart: () => rebooter.rebootAfter(0),
    announcement: () => callBack.announcement(),
  })
  const modbusPorts = () => [tcpServer.port === 0 ? tcpServer.status().listenPortEth : tcpServer.port]
  const remoteServers = remoteServersFor(box, modbusPorts)
  const seen = () => autoReset.seen()
  const remote = watchedRemote(remoteServers, seen)
  const gate = new Gate({ bus: watched(bus, seen), remote, settings: () => store.active, own, clock })
  const rawDoor = new RawDoor(bus.raw)
  const tcpServer = new TcpServer({
    settings: active.ownSrv,
    place: places.modbus,
    gate,
    rawDoor: () => rawDoor.open(),
    clock,
    log,
  })
  const callBack: CallBack = new CallBack({
    settings: active.cbCloud,
    tls: env['callback-tls'],
    namedKey: env['cloud-key'] ?? null,
    isKeylessAllowed: env['callback-keyless'],
    identity: { type, version, mac: identity.mac, isMacUnique: identity.isMacUnique },
    keys: identity.proofKeys,
    unit: () => store.active.ownSrv.vUid ?? 255,
    gate,
    store: box.callBackStore,
    clock,
    newBytes,
    log,
  })
  const card = new Card({ folder: env.card, now, clock })
  const localNow = () => localDate(localClock.localNow())
  const tasks = new Tasks({ card, gate, settings: active.tasksLogging, clock, now, localNow, log })
  const search = new Search({ bus, clock })
  const identification = new Identify({ bus, card, hiddenUnit: () => store.active.ownSrv.vUid })
  const sessions = new Sessions({ clock, newBytes })
  const passwordOf = (username: 'admin' | 'user'): string | undefined =>
    username === 'admin' ? store.active.protect.passwordAdmin : user.get()
  const login = new Login({ clock, newBytes, sessions, passwordOf, log })
  const network = () => firstReal(readInterfaces())
  const traffic = new Traffic({ clock, totalBytes: () => interfaceBytes(network()?.name ?? '') })
  const sources: StateSources = {
    variant: env.variant,
    identity,
    localClock,
    settings: () => store.active,
    network,
    sensors: readSensors,
    runTime,
    figures: () => ({
      bus: bus.statistics(),
      requestsPerSec: gate.requestsPerSec,
      clientsMax: tcpServer.clientsPeak,
      ethernetBytesPerSec: traffic.bytesPerSec,
      wrongLogins: login.wrongCount,
    }),
    activation,
    store,
    notKept: () => box.folder.problem(),
    tcpServer,
    remoteServers,
    callBack,
    tasks,
    card,
  }
  const freeAccess = new FreeAccess({ clock, freeAccessSec: () => store.active.httpd.freeAccessSec })
  const service: GatewayService = {
    variant: env.variant,
    sessions,
    login,
    freeAccess,
    // Neither a modem nor a VPN is served yet.
    arrivalOf: () => 'eth',
    settings: store,
    card,
    ejectCard: () => tasks.eject(),
    search,
    identification,
    transactions: new Transactions({ gate, clock, newBytes, log }),
    identity,
    registration: () => ({ isRegistered: callBack.isActivated, pinCode: callBack.status().activationCode || null }),
    stateOf: (key) => stateOf(sources, key),
    rebooter,
    deviceClock,
    syncTime: () => timeSync.sync(),
    activation,
    callBack,
    log,
  }
  return {
    service,
    localClock,
    bus,
    remoteServers,
    modbusPorts,
    tcpServer,
    callBack,
    timeSync,
    tasks,
    card,
    autoReset,
    rebooter,
    search,
    identification,
    sessions,
    freeAccess,
  }
}

const statusNow = (
  { env, identity, folder, store }: Box,
  { callBack, bus, localClock }: Pick<ReturnType<typeof connect>, 'callBack' | 'bus' | 'localClock'>,
  listening: GatewayStatus['listening'],
): GatewayStatus => {
  const { state, remoteIp, refusal = null } = callBack.status()
  const { step, pinned, proven } = callBack.whom()
  const { hostname: host, connPort: port } = store.active.cbCloud
  return {
    isRunning: true,
    ...programFacts(),
    variant: env.variant,
    identity: { mac: identity.mac, source: identity.macSource, isUnique: identity.isMacUnique },
    keys: keysOf(identity.proofKeys.publicKey, { pinned, named: env['cloud-key'] ?? null, proven }),
    activation: { isActivated: callBack.isActivated, step, refusal },
    cloud: { hostname: host, port, state, remoteIp },
    bus: busOf(env.port, store.active.serial.hdxMode, bus.status()),
    listening,
    data: { folder: folder.path, notKept: folder.problem() },
    time: timeOf(localClock.localNow()),
  }
}

/** A new gateway refuses every Modbus TCP client, which looks like a fault to who does not know. */
const tellIfClosed = ({ log, store }: Pick<Box, 'log' | 'store'>): void => {
  const { mbGateReadEnable, mbGateWriteEnable } = store.active.protect
  if (mbGateReadEnable || mbGateWriteEnable) return
  log.info({}, 'no unit is read or written over Modbus TCP until protect.mbGateReadEnable or mbGateWriteEnable is set')
}

const never = new AbortController().signal

/** The one that asks on the bus while the port is a slave. */
const master = { name: 'master on the bus', signal: never }

/** Tells when the field has answered. */
const watched = (bus: FieldBus, seen: () => void): FieldBus => ({
  transact: (request) => told(bus.transact(request), seen),
})

const watchedRemote = (remote: RemoteUnits, seen: () => void): RemoteUnits => ({
  transact(request) {
    const asked = remote.transact(request)
    return asked && told(asked, seen)
  },
})

const told = async (asked: Promise<BusAnswer>, seen: () => void): Promise<BusAnswer> => {
  const answer = await asked
  if ('ok' in answer) seen()
  return answer
}

/** Those who have not got their answer after a while are cut off. */
const finish = async (app: FastifyInstance): Promise<void> => {
  const impatient = setTimeout(() => app.server.closeAllConnections(), finishMs)
  await app.close()
  clearTimeout(impatient)
}
