import { getServers } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { signingKeyOf } from '@busbar/call-back'
import { openManifest, readReleaseKeys } from '@busbar/firmware'
import type { Log } from '@busbar/kit/log'
import type { ApiContext } from './api-context.ts'
import { Bus } from './bus/bus.ts'
import type { BusAnswer, FieldBus } from './bus/request.ts'
import { CallBack } from './call-back/call-back.ts'
import { Card } from './card/card.ts'
import { CardLogs, type LogTag } from './card-log/card-logs.ts'
import { taggedLog } from './card-log/tagged-log.ts'
import { CardReleases } from './firmware/card-releases.ts'
import { FirmwareUpdate } from './firmware/firmware-update.ts'
import { InstalledReleases } from './firmware/installed.ts'
import { keptSerial } from './firmware/kept-serial.ts'
import { Forwarding } from './forward/forwarding.ts'
import { Gate } from './gate/gate.ts'
import type { RemoteUnits } from './gate/remote-units.ts'
import type { Host } from './host.ts'
import { Identify } from './identify/identify.ts'
import { isOwnEndpoint, type OwnEndpoint } from './net/own-endpoint.rules.ts'
import { TcpServer } from './net/tcp-server.ts'
import { ownUnit } from './own-unit.ts'
import { RawDoor } from './raw-door.ts'
import { RemoteServers } from './remote/remote-servers.ts'
import { Search } from './search/search.ts'
import { FreeAccess } from './session/free-access.ts'
import { Login } from './session/login.ts'
import { Sessions } from './session/sessions.ts'
import { remoteHostProblem } from './settings/rules/addresses.rules.ts'
import type { SettingKey, Settings } from './settings/table.ts'
import { type StateSources, stateOf } from './state/groups.ts'
import { AutoReset } from './system/auto-reset.ts'
import { firstReal } from './system/identity/interface.rules.ts'
import { readInterfaces } from './system/identity/interfaces.ts'
import { Rebooter } from './system/rebooter.ts'
import { readSensors } from './system/sensors.ts'
import { readSupply } from './system/supply.ts'
import { SupplyWatch } from './system/supply-watch.ts'
import { interfaceBytes, Traffic } from './system/traffic.ts'
import { localDate } from './tasks/local-date.rules.ts'
import { Tasks } from './tasks/tasks.ts'
import { LocalClock } from './time/local-clock.ts'
import { TimeSync } from './time/ntp/time-sync.ts'
import { Transactions } from './transactions/transactions.ts'

const addresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

const endpointAt = (port: number): OwnEndpoint => ({ port, isUdp: false })

/** Leads to others, and never back: `ownPorts` are those at which the gateway is heard now. */
const remoteServersFor = (host: Host, log: Log, ownPorts: () => readonly number[]): RemoteServers => {
  const { store, dial, clock, newBytes, env } = host
  const isAnywhereAllowed = env['remote-anywhere']
  if (isAnywhereAllowed) log.info({}, 'remote servers may be names, and on this machine (--remote-anywhere)')
  return new RemoteServers({
    settings: store.active.rmSrv,
    dial,
    hostProblem: (name) => remoteHostProblem(name, isAnywhereAllowed),
    lookup: async (name) => (await lookup(name, { family: 4 })).address,
    isOwn: (address, port) => isOwnEndpoint({ address, port, isUdp: false }, ownPorts().map(endpointAt), addresses()),
    clock,
    newBytes,
    log,
  })
}

/** The same. Of the DNS servers those of the settings go before the system's. */
export const forwardingFor = (
  host: Host,
  log: Log,
  listenHost: string,
  ownPorts: () => readonly number[],
): Forwarding => {
  const { store, openUdp, clock } = host
  const { fwd: settings, ethernet } = store.active
  return new Forwarding({
    settings,
    host: listenHost,
    own: () => ownPorts().map(endpointAt),
    addresses,
    dnsServers: () => (ethernet.ipDnss.length > 0 ? ethernet.ipDnss : getServers()),
    openUdp,
    clock,
    log,
  })
}

/** Where clients connect. */
export interface ListenAddresses {
  readonly http: { readonly host: string; readonly port?: number }
  readonly modbus: { readonly host: string; readonly port?: number }
}

/** The parts, joined; nothing runs yet. */
export const connect = (host: Host, listenAddresses: ListenAddresses, reboot: () => void) => {
  const { env, clock, newBytes, identity, deviceClock, store, user, activation, runTime } = host
  const { active } = store
  const { now } = deviceClock
  const { deviceId: type, firmwareVer: version } = identity.product
  const localClock = new LocalClock({ now, settings: () => store.active })
  const localNow = () => localDate(localClock.localNow())
  const card = new Card({ folder: env.card, now, clock })
  const cardLogs = new CardLogs({ card, flags: active.logFlags, clock, localNow })
  const logOf = (tag: LogTag): Log => taggedLog(host.log, cardLogs, tag)
  const log = logOf('system')
  const timeSync = new TimeSync({ settings: active.ntp, deviceClock, port: host.ntpPort, clock, newBytes, log })
  const rebooter = new Rebooter({ clock, reboot })
  const autoReset = new AutoReset({ clock, settings: active.areset, reset: reboot })
  const bus: Bus = new Bus({
    openPort: host.openPort,
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
    tasks: (address, count) => tasks.registers(address, count),
  })
  const modbusPorts = () => [tcpServer.port === 0 ? tcpServer.status().listenPortEth : tcpServer.port]
  const remoteServers = remoteServersFor(host, logOf('lwip'), modbusPorts)
  const seen = () => autoReset.seen()
  const remote = watchedRemote(remoteServers, seen)
  const gate = new Gate({ bus: watched(bus, seen), remote, settings: () => store.active, own, clock })
  const rawDoor = new RawDoor(bus.raw)
  const tcpServer = new TcpServer({
    settings: active.ownSrv,
    place: listenAddresses.modbus,
    gate,
    rawDoor: () => rawDoor.open(),
    clock,
    log: logOf('lwip'),
  })
  const callBack: CallBack = new CallBack({
    settings: active.cbCloud,
    tls: env['callback-tls'],
    namedKey: env['cloud-key'] ?? null,
    isKeylessAllowed: env['callback-keyless'],
    identity: { type, version, mac: identity.mac, isMacUnique: identity.isMacUnique },
    key: signingKeyOf(identity.proofKeys.privateKey),
    unit: () => store.active.ownSrv.vUid ?? 255,
    gate,
    store: host.callBackStore,
    clock,
    newBytes,
    log: logOf('lwip'),
  })
  const sun = () => localClock.sun()
  const tasks: Tasks = new Tasks({
    card,
    gate,
    settings: active.tasksLogging,
    clock,
    now,
    localNow,
    sun,
    log: logOf('tasks'),
  })
  const ejectCard = async (): Promise<void> => {
    await cardLogs.flush()
    await tasks.eject()
  }
  const supplyWatch = new SupplyWatch({
    minMv: env.variant === 'A' ? active.bodVoltage : active.powerSaving.bodVoltage,
    read: () => readSupply(host.sysRoot, env.supply),
    clock,
    log,
    onLow: async () => {
      runTime.supplyIs(true)
      await ejectCard()
    },
    onGood: async () => {
      runTime.supplyIs(false)
      card.take()
    },
  })
  const search = new Search({ bus, clock })
  const identification = new Identify({ bus, card, hiddenUnit: () => store.active.ownSrv.vUid })
  const installed = new InstalledReleases({ folder: env.releases, socket: env.helper })
  const keys = () => readReleaseKeys(env['release-keys'])
  const firmwareUpdate = new FirmwareUpdate({
    firmware: active.firmware,
    download: active.download,
    product: identity.product,
    releases: new CardReleases({ card, keys }),
    installed,
    card,
    open: ({ bytes, signature }) => openManifest(bytes, signature, keys()),
    serial: keptSerial(host.folder),
    isBusy: () => search.result(false).status === 'BUSY' || card.isUploading,
    now,
    localNow,
    clock,
    newBytes,
    log,
  })
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
    sensors: () => readSensors(host.sysRoot, env.supply),
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
    notKept: () => host.folder.problem(),
    tcpServer,
    remoteServers,
    callBack,
    tasks,
    card,
    firmwareUpdate,
  }
  const freeAccess = new FreeAccess({ clock, freeAccessSec: () => store.active.httpd.freeAccessSec })
  const service: ApiContext = {
    variant: env.variant,
    sessions,
    login,
    freeAccess,
    // Neither a modem nor a VPN is served yet.
    arrivalOf: () => 'eth',
    settings: store,
    card,
    ejectCard,
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
  /** Settings that take effect at once; the others do so at the next start. */
  const appliers: Partial<Record<SettingKey, (active: Settings) => Promise<void>>> = {
    serial: ({ serial }) => bus.apply(serial),
    ownSrv: async ({ ownSrv }) => {
      await tcpServer.apply(ownSrv)
      callBack.unitMayHaveChanged()
    },
    rmSrv: ({ rmSrv }) => remoteServers.apply(rmSrv),
  }
  return {
    service,
    appliers,
    localClock,
    bus,
    remoteServers,
    modbusPorts,
    tcpServer,
    callBack,
    timeSync,
    tasks,
    card,
    cardLogs,
    logOf,
    supplyWatch,
    firmwareUpdate,
    installed,
    autoReset,
    rebooter,
    search,
    identification,
    sessions,
    freeAccess,
  }
}

const never = new AbortController().signal

/** The one that asks on the bus while the port is a slave. */
const master = { name: 'master on the bus', signal: never }

/** Tells when the field has answered. */
const watched = (bus: FieldBus, seen: () => void): FieldBus => ({
  transact: (request) => onceAnswered(bus.transact(request), seen),
})

const watchedRemote = (remote: RemoteUnits, seen: () => void): RemoteUnits => ({
  transact(request) {
    const asked = remote.transact(request)
    return asked && onceAnswered(asked, seen)
  },
})

const onceAnswered = async (asked: Promise<BusAnswer>, seen: () => void): Promise<BusAnswer> => {
  const answer = await asked
  if ('ok' in answer) seen()
  return answer
}
