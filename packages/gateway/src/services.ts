import { hostname } from 'node:os'
import { Steps } from '@busbar/wire/program'
import type { FastifyInstance } from 'fastify'
import type { Box } from './box.ts'
import { Bus } from './bus/bus.ts'
import type { FieldBus } from './bus/request.ts'
import { Card } from './card/card.ts'
import { Gate } from './gate/gate.ts'
import type { GatewayService } from './gateway-service.ts'
import { createApi } from './http/app.ts'
import { Identify } from './identify/identify.ts'
import { CallBack } from './net/call-back.ts'
import { TcpServer } from './net/tcp-server.ts'
import { ownUnit } from './own-unit.ts'
import { RawDoor } from './raw-door.ts'
import { Search } from './search/search.ts'
import { FreeAccess } from './session/free-access.ts'
import { Login } from './session/login.ts'
import { Sessions } from './session/sessions.ts'
import type { SettingKey } from './settings/table.ts'
import { type StateSources, stateOf } from './state/groups.ts'
import { AutoReset } from './system/auto-reset.ts'
import { firstReal } from './system/interface.rules.ts'
import { readInterfaces } from './system/interfaces.ts'
import { Rebooter } from './system/rebooter.ts'
import { readSensors } from './system/sensors.ts'
import { interfaceBytes, Traffic } from './system/traffic.ts'
import { Transactions } from './transactions/transactions.ts'

/** All that a reboot ends and begins anew. */
export interface Services {
  readonly http: { readonly host: string; readonly port: number; readonly url: string }
  /** `HOST:PORT`; null while nobody is heard there. */
  readonly modbusTcp: string | null
  pressButton(): void
  endSessionsOf(username: string): void
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
  const { service, bus, tcpServer, callBack, card, autoReset, rebooter, sessions } = parts
  try {
    await bus.start()
    steps.undo('bus', partMs, () => bus.stop())
    steps.undo('card', partMs, () => card.stop())
    steps.undo('search', partMs, () => parts.search.stop())
    steps.undo('identification', partMs, () => parts.identification.stop())
    await tcpServer.start()
    steps.undo('Modbus TCP', partMs, () => tcpServer.stop())
    tellIfClosed(box)
    await callBack.start()
    steps.undo('call-back', partMs, () => callBack.stop())
    autoReset.start()
    steps.undo('automatic reset', partMs, () => autoReset.stop())
    steps.undo('reboot', partMs, () => rebooter.stop())
    steps.undo('sessions', partMs, () => sessions.endAll())
    const app = createApi(service, { hostName: hostname(), allowHosts: box.env['allow-host'], log: box.log })
    steps.undo('requests', finishMs + partMs, () => finish(app))
    const { host, port = box.store.active.httpd.port } = places.http
    const url = await app.listen({ host, port })
    return {
      http: { host, port: Number(new URL(url).port) || 80, url: `${url}/` },
      get modbusTcp() {
        return tcpServer.port === 0 ? null : `${places.modbus.host}:${tcpServer.port}`
      },
      pressButton: () => parts.freeAccess.press(),
      endSessionsOf: (username) => sessions.endAll(username),
      async apply(changed) {
        const { serial, ownSrv } = box.store.active
        if (changed.includes('serial')) await bus.apply(serial)
        if (changed.includes('ownSrv')) await tcpServer.apply(ownSrv)
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
    now,
    restart: () => rebooter.rebootAfter(0),
    announcement: () => callBack.announcement(),
  })
  const gate = new Gate({ bus: watched(bus, () => autoReset.seen()), settings: () => store.active, own, clock })
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
  const search = new Search({ bus, clock })
  const identification = new Identify({ bus, card, hiddenUnit: () => store.active.ownSrv.vUid })
  const sessions = new Sessions({ clock, newBytes })
  const passwordOf = (username: 'admin' | 'user'): string | undefined =>
    username === 'admin' ? store.active.protect.passwordAdmin : user.get()
  const network = () => firstReal(readInterfaces())
  const traffic = new Traffic({ clock, totalBytes: () => interfaceBytes(network()?.name ?? '') })
  const sources: StateSources = {
    variant: env.variant,
    identity,
    now,
    settings: () => store.active,
    network,
    sensors: readSensors,
    runTime,
    figures: () => ({
      bus: bus.statistics(),
      requestsPerSec: gate.requestsPerSec,
      clientsMax: tcpServer.clientsPeak,
      ethernetBytesPerSec: traffic.bytesPerSec,
    }),
    activation,
    store,
    tcpServer,
    callBack,
    card,
  }
  const freeAccess = new FreeAccess({ clock, freeAccessSec: () => store.active.httpd.freeAccessSec })
  const service: GatewayService = {
    variant: env.variant,
    sessions,
    login: new Login({ clock, newBytes, sessions, passwordOf }),
    freeAccess,
    // Neither a modem nor a VPN is served yet.
    arrivalOf: () => 'eth',
    settings: store,
    card,
    search,
    identification,
    transactions: new Transactions({ gate, clock, newBytes, log }),
    identity,
    registration: () => ({ isRegistered: callBack.isActivated, pinCode: callBack.status().activationCode || null }),
    stateOf: (key) => stateOf(sources, key),
    rebooter,
    deviceClock,
    // No time server is asked yet.
    syncTime: async () => false,
    activation,
    callBack,
    log,
  }
  return { service, bus, tcpServer, callBack, card, autoReset, rebooter, search, identification, sessions, freeAccess }
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
  async transact(request) {
    const answer = await bus.transact(request)
    if ('ok' in answer) seen()
    return answer
  },
})

/** Those who have not got their answer after a while are cut off. */
const finish = async (app: FastifyInstance): Promise<void> => {
  const impatient = setTimeout(() => app.server.closeAllConnections(), finishMs)
  await app.close()
  clearTimeout(impatient)
}
