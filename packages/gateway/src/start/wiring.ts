import { lookup } from 'node:dns/promises'
import { at } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { signingKeyOf } from '@busbar/uplink/handshake'
import { openManifest, readReleaseKeys } from '@busbar/uplink/releases'
import type { ApiContext } from '../api/api-context.ts'
import { httpsSummary } from '../api/server/https-server.ts'
import { wordsOf } from '../base/language.ts'
import { CardReleases } from '../box/firmware/card-releases.ts'
import { firmwareStatus } from '../box/firmware/firmware-status.ts'
import { FirmwareUpdate } from '../box/firmware/firmware-update.ts'
import { InstalledReleases } from '../box/firmware/installed.ts'
import { storedSerial } from '../box/firmware/stored-serial.ts'
import { Trial } from '../box/firmware/trial.ts'
import { AutoReset } from '../box/power/auto-reset.ts'
import { Rebooter } from '../box/power/rebooter.ts'
import { readSupply } from '../box/power/supply.ts'
import { SupplyWatch } from '../box/power/supply-watch.ts'
import { RootHelper } from '../box/root-helper.ts'
import { readSensors } from '../box/sensors.ts'
import { findSerialPorts } from '../box/serial-ports.ts'
import { interfaceBytes, Traffic } from '../box/traffic.ts'
import { isConnectedTo } from '../box/vpn/arrival.rules.ts'
import { Vpn } from '../box/vpn/vpn.ts'
import { Bus } from '../bus/bus.ts'
import { ExchangeStreams } from '../bus/exchange-streams.ts'
import { Gate } from '../bus/gate/gate.ts'
import { Transactions } from '../bus/gate/transactions.ts'
import { Identification } from '../bus/identify/identify.ts'
import { Search } from '../bus/identify/search.ts'
import { GsmServer } from '../network/gsm-server.ts'
import { isMobileAddress } from '../network/mobile-interface.ts'
import { CallBack } from '../network/outbound/call-back.ts'
import { isAnyAddress } from '../network/own-endpoint.rules.ts'
import type { Path } from '../network/paths.rules.ts'
import type { PathSource } from '../network/paths.ts'
import { TcpServer } from '../network/tcp-server.ts'
import { clientInterfaceName } from '../session/client-interface.rules.ts'
import { FreeAccess } from '../session/free-access.ts'
import { Login } from '../session/login.ts'
import { Sessions } from '../session/sessions.ts'
import type { SettingKey, Settings } from '../settings/table.ts'
import { packedReport, type StateSources, stateOf } from '../status/groups.ts'
import { Card } from '../storage/card/card.ts'
import { CardLogs, type LogFile, type LogTag } from '../storage/logs/card-logs.ts'
import { RecentLog } from '../storage/logs/recent-log.ts'
import { taggedLog } from '../storage/logs/tagged-log.ts'
import { Drafts } from '../tasks/drafts.ts'
import { localDate } from '../tasks/local-date.rules.ts'
import { TaskBroker } from '../tasks/mqtt/task-broker.ts'
import { Tasks } from '../tasks/tasks.ts'
import { LocalClock } from '../time/local-clock.ts'
import { TimeSync } from '../time/ntp/time-sync.ts'
import { boxInterface, cardOf, displaySavingFor, ethernetFor } from './box-parts.ts'
import type { Host, ListenAddresses } from './host.ts'
import { modemFor, taskCodeOf } from './modem-wiring.ts'
import { ownUnit } from './own-unit.ts'
import { remoteServersFor, watched, watchedRemote } from './remote-wiring.ts'
import { SharedRawPort } from './shared-raw-port.ts'

/** The parts, joined; nothing runs yet. */
export const connect = (host: Host, listenAddresses: ListenAddresses, reboot: () => void) => {
  const { env, clock, newBytes, identity, deviceClock, store, user, activation, runTime } = host
  const { active } = store
  const { now } = deviceClock
  const { deviceId: type, firmwareVer: version } = identity.product
  const localClock = new LocalClock({ now, settings: () => store.active })
  const localNow = () => localDate(localClock.localNow())
  const helper = new RootHelper(env.helper)
  const card = new Card({ ...cardOf(host, helper), now, clock })
  const words = wordsOf(active.language)
  const headOf = (file: LogFile): string =>
    `${words.gateway} ${identity.mac}, ${words.version} ${identity.product.version}: ${words.logs[file]}; ${words.columns}`
  const cardLogs = new CardLogs({ card, flags: active.logFlags, clock, localNow, headOf })
  const recentLog = new RecentLog()
  const remembered = recentLog.remembering(host.log)
  const logOf = (tag: LogTag): Log => taggedLog(remembered, cardLogs, tag)
  const log = logOf('system')
  const ethernet = ethernetFor(host, helper, () => callBack.whom().step === 'trusted', log)
  const rebooter = new Rebooter({
    clock,
    reboot: () => {
      ethernet?.tryAgain()
      reboot()
    },
  })
  const autoReset = new AutoReset({ clock, settings: active.areset, reset: reboot })
  const bus: Bus = new Bus({
    openPort: host.openPort,
    clock,
    settings: active.serial,
    slave: (unit, pdu) => {
      autoReset.fieldAnswered()
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
  // Both are asked later than this: the gate leads to remote servers, which go out by the ways that the modem makes.
  const paths: PathSource = {
    of: (connMode) => modemPaths.of(connMode),
    onChange: (listener) => modemPaths.onChange(listener),
  }
  const remoteServers = remoteServersFor(host, logOf('lwip'), paths, modbusPorts)
  const onAnswer = () => autoReset.fieldAnswered()
  const remote = watchedRemote(remoteServers, onAnswer)
  const gate = new Gate({ bus: watched(bus, onAnswer), remote, settings: () => store.active, own, clock })
  const isClockRight = (): boolean => timeSync.status().syncedOn !== null
  const { modem, paths: modemPaths } = modemFor(host, gate, isClockRight, logOf('atm'))
  const { ntp: settings } = active
  const timeSync: TimeSync = new TimeSync({ settings, deviceClock, port: host.ntpPort, paths, clock, newBytes, log })
  /** The interface by which a client connected: every connection to an address of a mobile interface counts as GSM. */
  const arrivalOf: ApiContext['arrivalOf'] = (socket) => {
    const by = vpn.arrivalOf(socket)
    if (by !== 'eth') return by
    return isConnectedTo(socket, modem.uplink()?.ip) || isMobileAddress(socket.localAddress, host) ? 'gsm' : 'eth'
  }
  const rawPort = new SharedRawPort(bus.raw)
  const tcpServer = new TcpServer({
    settings: active.ownSrv,
    listenAddress: listenAddresses.modbus,
    gate,
    openRaw: () => rawPort.open(),
    arrivalOf: (socket) => clientInterfaceName(arrivalOf(socket)),
    divert(socket) {
      if (arrivalOf(socket) !== 'gsm') return false
      gsmServer.take(socket)
      return true
    },
    clock,
    log: logOf('lwip'),
  })
  const { modbus: modbusAddress } = listenAddresses
  const gsmServer = new GsmServer({
    settings: active.ownSrv,
    isShared: (port) =>
      isAnyAddress(modbusAddress.host) && port === (modbusAddress.port ?? store.active.ownSrv.ethListenPort),
    gate,
    openRaw: () => rawPort.open(),
    clock,
    log: logOf('lwip'),
  })
  /** From Ethernet to GSM alone, where there is a modem. */
  const forwardingPath = (): Path | null => (modem.isThere ? (modemPaths.of(gsmOnly)[0] ?? null) : { name: 'eth' })
  modemPaths.onChange(() => void gsmServer.listenAt(modem.uplink()?.ip ?? null))
  const callBack: CallBack = new CallBack({
    settings: active.cbCloud,
    tls: env['callback-tls'],
    namedKey: env['cloud-key'] ?? null,
    isKeylessAllowed: env['callback-keyless'],
    identity: { type, version, mac: identity.mac, isMacUnique: identity.isMacUnique },
    key: signingKeyOf(identity.proofKeys.privateKey),
    unit: () => store.active.ownSrv.vUid ?? 255,
    gate,
    requests: {
      report: () => {
        const https = httpsSummary(service.doors.https)
        return packedReport(service, { tasks: tasks.summary(), bus: bus.day.summary(), https })
      },
      requestUpdate: () => firmwareUpdate.request(),
    },
    store: host.callBackStore,
    paths,
    clock,
    newBytes,
    log: logOf('lwip'),
  })
  const vpn: Vpn = new Vpn({
    settings: { wgCloud: active.wgCloud, wgManual: active.wgManual },
    onCloudWanted: () => callBack.startWindow(),
    keys: host.vpnKeys,
    binding: callBack,
    mac: identity.mac,
    type,
    firmware: version,
    apiPort: () => listenAddresses.http.port || active.httpd.port,
    key: signingKeyOf(identity.proofKeys.privateKey),
    helper: host.netHelper,
    lookup: async (name) => (await lookup(name, { family: 4 })).address,
    clock,
    now,
    newBytes,
    log: logOf('wireguard'),
  })
  const sun = () => localClock.sun()
  const taskBroker = new TaskBroker({
    choice: host.brokerChoice,
    mac: identity.mac,
    clock,
    random: () => at(newBytes(1), 0) / 256,
    log: logOf('tasks'),
  })
  const tasks: Tasks = new Tasks({
    card,
    gate,
    settings: active.tasksLogging,
    clock,
    now,
    localNow,
    sun,
    sendSms: ({ phone, text }) => taskCodeOf(modem.sendTo(phone, text)),
    broker: taskBroker,
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
      await card.take()
    },
  })
  const displaySaving = displaySavingFor(host, helper, log)
  const search = new Search({ bus, clock, answerMs: () => store.active.serial.delayForRtuMs })
  const identification = new Identification({ bus, card, hiddenUnit: () => store.active.ownSrv.vUid })
  const installed = new InstalledReleases({ folder: env.releases, helper })
  const keys = () => readReleaseKeys(env['release-keys'])
  const firmwareUpdate: FirmwareUpdate = new FirmwareUpdate({
    firmware: active.firmware,
    download: active.download,
    product: identity.product,
    releases: new CardReleases({ card, keys }),
    installed,
    card,
    open: ({ bytes, signature }) => openManifest(bytes, signature, keys()),
    serial: storedSerial(host.folder),
    paths,
    isBusy: () => search.result(false).status === 'BUSY' || card.isUploading,
    now,
    localNow,
    clock,
    newBytes,
    log,
  })
  const trial = new Trial({ installed, minutes: env.trial, clock, log })
  const sessions = new Sessions({ clock, newBytes })
  const passwordOf = (username: 'admin' | 'user'): string | undefined =>
    username === 'admin' ? store.active.protect.passwordAdmin : user.get()
  const login = new Login({ clock, newBytes, sessions, passwordOf, log })
  const network = () => boxInterface(host.box)
  const traffic = new Traffic({ clock, totalBytes: () => interfaceBytes(network()?.name ?? '') })
  const gsmTraffic = new Traffic({ clock, totalBytes: () => modem.trafficBytes })
  const sources: StateSources = {
    variant: env.variant,
    identity,
    localClock,
    network,
    sensors: () => readSensors(host.sysRoot, env.supply),
    runTime,
    figures: () => ({
      bus: bus.statistics(),
      requestsPerSec: gate.requestsPerSec,
      clientsMax: tcpServer.clientsPeak,
      ethernetBytesPerSec: traffic.bytesPerSec,
      gsmBytesPerSec: gsmTraffic.bytesPerSec,
      wrongLogins: login.wrongCount,
    }),
    activation,
    store,
    storageProblem: () => host.folder.problem(),
    modem,
    tcpServer,
    gsmServer,
    remoteServers,
    callBack,
    vpn,
    tasks,
    card,
    firmwareUpdate,
  }
  const freeAccess = new FreeAccess({ clock, freeAccessSec: () => store.active.httpd.freeAccessSec })
  const exchangeStreams = new ExchangeStreams({ exchanges: bus.exchanges, clock, now })
  const pressButton = (): void => {
    freeAccess.press()
    displaySaving?.wake()
    callBack.openWindow()
  }
  const service: ApiContext = {
    variant: env.variant,
    sessions,
    login,
    freeAccess,
    clock,
    user,
    pressButton,
    bus,
    rs485: host.rs485,
    exchangeStreams,
    unitNames: host.unitNames,
    serialPorts: {
      choice: host.portChoice,
      find: () => findSerialPorts({ dev: host.devRoot, sys: host.sysRoot }),
    },
    tasks,
    drafts: new Drafts({ card, tasks }),
    taskBroker,
    recentLog,
    arrivalOf,
    onLogin: () => displaySaving?.wake(),
    settings: store,
    bootFile: host.bootFile,
    card,
    ejectCard,
    search,
    identification,
    gate,
    transactions: new Transactions({ gate, clock, newBytes, log }),
    identity,
    registration: () => ({ isRegistered: callBack.isActivated, pinCode: callBack.status().activationCode || null }),
    stateOf: (key) => stateOf(sources, key),
    rebooter,
    deviceClock,
    syncTime: () => timeSync.sync(),
    activation,
    firmware: {
      status: () => firmwareStatus(identity.product, firmwareUpdate, installed, trial),
      request: () => firmwareUpdate.request(),
    },
    doors: { https: null, forwarding: null },
    isVpnUp: () => vpn.isUp,
    callBack: {
      reconnect(requestNewCode) {
        callBack.reconnect(requestNewCode)
        if (requestNewCode) vpn.askAgain()
      },
    },
    log,
  }
  /** Settings that take effect at once; the others do so at the next start. */
  const appliers: Partial<Record<SettingKey, (active: Settings) => Promise<void>>> = {
    serial: ({ serial }) => bus.apply(serial),
    // The mode is set when the port opens.
    rs485: async () => bus.reopen(),
    ownSrv: async ({ ownSrv }) => {
      await tcpServer.apply(ownSrv)
      await gsmServer.apply(ownSrv)
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
    gsmServer,
    modem,
    forwardingPath,
    callBack,
    vpn,
    timeSync,
    taskBroker,
    tasks,
    card,
    cardLogs,
    logOf,
    supplyWatch,
    displaySaving,
    ethernet,
    firmwareUpdate,
    trial,
    autoReset,
    rebooter,
    search,
    identification,
    sessions,
    exchangeStreams,
    pressButton,
  }
}

const gsmOnly = 4
const never = new AbortController().signal

/** The one that asks on the bus while the port is a slave. */
const master = { name: 'master on the bus', signal: never }
