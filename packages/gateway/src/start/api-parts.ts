import type { ApiContext } from '../api/api-context.ts'
import { firmwareStatus } from '../box/firmware/firmware-status.ts'
import { readSensors } from '../box/power/supply.ts'
import { findSerialPorts } from '../box/serial-ports.ts'
import { interfaceBytes, Traffic } from '../box/traffic.ts'
import { Transactions } from '../bus/gate/transactions.ts'
import { FreeAccess } from '../session/free-access.ts'
import { Login } from '../session/login.ts'
import { Sessions } from '../session/sessions.ts'
import { type StateSources, stateOf } from '../status/groups.ts'
import { Drafts } from '../tasks/drafts.ts'
import { boxInterface } from './box-parts.ts'
import type { GatewayParts, PartContext, PartCreators } from './gateway-parts.ts'
import type { Host } from './host.ts'

/** Sessions, and everything that the handlers of the API work with. */
export const apiParts = ({
  host,
}: PartContext): PartCreators<'sessions' | 'login' | 'freeAccess' | 'pressButton' | 'service'> => {
  const { clock, newBytes, store, user } = host
  const passwordOf = (username: 'admin' | 'user'): string | undefined =>
    username === 'admin' ? store.active.protect.passwordAdmin : user.get()
  return {
    sessions: () => new Sessions({ clock, newBytes }),
    login: ({ sessions, logOf }) => new Login({ clock, newBytes, sessions, passwordOf, log: logOf('system') }),
    freeAccess: () => new FreeAccess({ clock, freeAccessSec: () => store.active.httpd.freeAccessSec }),
    pressButton: (parts) => () => {
      parts.freeAccess.press()
      parts.displaySaving?.wake()
      parts.callBack.openWindow()
    },
    service: (parts) => serviceOf(host, parts),
  }
}

const serviceOf = (host: Host, parts: GatewayParts): ApiContext => {
  const { env, clock, newBytes, identity, store } = host
  const { bus, callBack, card, firmwareUpdate, gate, installed, tasks, trial, vpn } = parts
  const sources = stateSources(host, parts)
  const log = parts.logOf('system')
  return {
    variant: env.variant,
    sessions: parts.sessions,
    login: parts.login,
    freeAccess: parts.freeAccess,
    clock,
    user: host.user,
    pressButton: parts.pressButton,
    bus,
    rs485: host.rs485,
    exchangeStreams: parts.exchangeStreams,
    unitNames: host.unitNames,
    serialPorts: {
      choice: host.portChoice,
      find: () => findSerialPorts({ dev: host.devRoot, sys: host.sysRoot }),
    },
    tasks,
    drafts: new Drafts({ card, tasks }),
    taskBroker: parts.taskBroker,
    recentLog: parts.recentLog,
    arrivalOf: parts.arrivalOf,
    onLogin: () => parts.displaySaving?.wake(),
    settings: store,
    bootFile: host.bootFile,
    card,
    ejectCard: parts.ejectCard,
    search: parts.search,
    identification: parts.identification,
    gate,
    transactions: new Transactions({ gate, clock, newBytes, log }),
    identity,
    registration: () => ({ isRegistered: callBack.isActivated, pinCode: callBack.status().activationCode || null }),
    stateOf: (key) => stateOf(sources, key),
    rebooter: parts.rebooter,
    deviceClock: host.deviceClock,
    syncTime: () => parts.timeSync.sync(),
    activation: host.activation,
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
}

const stateSources = (host: Host, parts: GatewayParts): StateSources => {
  const { env, clock } = host
  const { bus, gate, login, tcpServer } = parts
  const { modem } = parts.modemLink
  const network = () => boxInterface(host.box)
  const traffic = new Traffic({ clock, totalBytes: () => interfaceBytes(network()?.name ?? '') })
  const gsmTraffic = new Traffic({ clock, totalBytes: () => modem.trafficBytes })
  return {
    variant: env.variant,
    identity: host.identity,
    localClock: parts.localClock,
    network,
    sensors: () => readSensors(host.sysRoot, env.supply),
    runTime: host.runTime,
    figures: () => ({
      bus: bus.statistics(),
      requestsPerSec: gate.requestsPerSec,
      clientsMax: tcpServer.clientsPeak,
      ethernetBytesPerSec: traffic.bytesPerSec,
      gsmBytesPerSec: gsmTraffic.bytesPerSec,
      wrongLogins: login.wrongCount,
    }),
    activation: host.activation,
    store: host.store,
    storageProblem: () => host.folder.problem(),
    modem,
    tcpServer,
    gsmServer: parts.gsmServer,
    remoteServers: parts.remoteServers,
    callBack: parts.callBack,
    vpn: parts.vpn,
    tasks: parts.tasks,
    card: parts.card,
    firmwareUpdate: parts.firmwareUpdate,
  }
}
