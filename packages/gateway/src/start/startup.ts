import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import { ShutdownSteps } from '@busbar/kit/program'
import { closeApp } from '@busbar/wire/server'
import { createApi } from '../api/server/app.ts'
import type { HttpsStatus } from '../api/server/https-server.ts'
import { isAccepting } from '../box/service-manager.ts'
import type { SettingKey } from '../settings/table.ts'
import { type GatewayStatus, httpsListening } from '../status/status.ts'
import { cardOnlyLog } from '../storage/logs/tagged-log.ts'
import type { Host, ListenAddresses } from './host.ts'
import { httpsServerFor } from './https.ts'
import { forwardingFor } from './remote-wiring.ts'
import { statusOfRunning } from './status-of-running.ts'
import { connect } from './wiring.ts'

/** All that a reboot stops and starts again. */
export interface Services {
  readonly http: { readonly host: string; readonly port: number; readonly url: string }
  /** Null when HTTPS is switched off. */
  readonly https: HttpsStatus | null
  /** `HOST:PORT`; null while it is closed. */
  readonly modbusTcp: string | null
  pressButton(): void
  endSessionsOf(username: string): void
  /** The tunnel to the cloud gets a new key. */
  rotateVpnKey(): void
  /** Why it does not do what it is there for; nothing while it does. */
  problem(): Promise<string | undefined>
  /** For the person in front of it. */
  status(): GatewayStatus
  /** Settings that count from now on. */
  apply(changed: readonly SettingKey[]): Promise<void>
  stop(): Promise<void>
}

/** Of the five seconds that a stop may take, most are for those who wait for an answer. */
const finishMs = 1500
const partMs = 500

/** From the bus to the door of the API, by the settings that are active. What was begun is undone when a later part fails. */
export const startServices = async (
  host: Host,
  listenAddresses: ListenAddresses,
  reboot: () => void,
): Promise<Services> => {
  const steps = new ShutdownSteps(host.log)
  const parts = connect(host, listenAddresses, reboot)
  const { service, bus, remoteServers, tcpServer, callBack, card, autoReset, rebooter, sessions } = parts
  try {
    await bus.start()
    steps.undo('bus', partMs, () => bus.stop())
    steps.undo('card', partMs, () => card.stop())
    // One that was ejected is used again after a reboot.
    await card.take().catch((error: unknown) => host.log.warn({ err: error }, 'the card could not be mounted'))
    const { cardLogs, logOf } = parts
    const [cause] = host.runTime.status().resetFlags
    cardLogs.add('restarts', 'info', `started: ${cause}, version ${host.identity.product.version}`)
    steps.undo('card log', partMs, () => {
      cardLogs.add('restarts', 'info', 'stopped')
      return cardLogs.flush()
    })
    steps.undo('search', partMs, () => parts.search.stop())
    steps.undo('identification', partMs, () => parts.identification.stop())
    await tcpServer.start()
    steps.undo('Modbus TCP', partMs, () => tcpServer.stop())
    warnIfClosed(host)
    await parts.modem.start()
    steps.undo('modem', partMs, () => parts.modem.stop())
    steps.undo('Modbus TCP by the modem', partMs, () => parts.gsmServer.stop())
    await remoteServers.start()
    steps.undo('remote servers', partMs, () => remoteServers.stop())
    // Peers are reached from here on by the interface as it is to be.
    await parts.ethernet?.start()
    steps.undo('Ethernet', partMs, () => parts.ethernet?.stop())
    await callBack.start()
    steps.undo('call-back', partMs, () => callBack.stop())
    await parts.vpn.start()
    steps.undo('VPN', finishMs, () => parts.vpn.stop())
    await parts.timeSync.start()
    steps.undo('time servers', partMs, () => parts.timeSync.stop())
    parts.taskBroker.start()
    steps.undo('MQTT broker', partMs, () => parts.taskBroker.stop())
    // Generation A has no tasks.
    if (host.env.variant === 'B') await parts.tasks.start()
    steps.undo('tasks', partMs, () => parts.tasks.stop())
    parts.supplyWatch.start()
    steps.undo('supply', partMs, () => parts.supplyWatch.stop())
    const { displaySaving } = parts
    displaySaving?.start()
    steps.undo('display', partMs, async () => displaySaving?.stop())
    parts.firmwareUpdate.start()
    steps.undo('releases', partMs, () => parts.firmwareUpdate.stop())
    autoReset.start()
    steps.undo('automatic reset', partMs, () => autoReset.stop())
    steps.undo('reboot', partMs, () => rebooter.stop())
    steps.undo('sessions', partMs, () => sessions.endAll())
    steps.undo('logins', partMs, () => service.login.stop())
    const api = createApi(service, {
      hostName: hostname(),
      allowHosts: host.env['allow-host'],
      clock: host.clock,
      log: logOf('system'),
      answered: cardOnlyLog(cardLogs, 'api'),
      panel: host.env.panel,
      servesMobile: host.env['http-on-gsm'],
      onClientServed: (socket) => parts.ethernet?.clientServed(socket),
      ...(host.clientAddressOf && { clientAddressOf: host.clientAddressOf }),
    })
    steps.undo('requests', finishMs + partMs, () => closeApp(api.app, finishMs))
    // Who listens would be waited for.
    steps.undo('streams', partMs, () => parts.exchangeStreams.endAll())
    const { host: address, port = host.store.active.httpd.port } = listenAddresses.http
    const url = await api.app.listen({ host: address, port })
    const httpPort = Number(new URL(url).port) || 80
    const https = httpsServerFor({ ...host, log: logOf('system') }, httpPort, api)
    await https?.start()
    steps.undo('https', partMs, () => https?.stop())
    service.doors.https = https
    // The gateway's own ports come first: what wants one of them, or wants to lead to one, finds it taken.
    const { host: modbusHost } = listenAddresses.modbus
    const ownPorts = () => {
      const httpsPort = https?.status().port ?? null
      return [httpPort, ...(httpsPort === null ? [] : [httpsPort]), ...parts.modbusPorts()]
    }
    const isMobile = (socket: Socket): boolean => service.arrivalOf(socket) === 'gsm'
    const forwarding = forwardingFor(host, logOf('forwarding'), modbusHost, ownPorts, parts.forwardingPath, isMobile)
    await forwarding.start()
    service.doors.forwarding = forwarding
    steps.undo('forwarding', partMs, () => forwarding.stop())
    const problem = async (): Promise<string | undefined> => {
      if (bus.isStuck) return 'the bus does not move'
      return (await isAccepting(url)) ? undefined : 'the API takes no connections'
    }
    parts.trial.start(async () => {
      if (callBack.isActivated && callBack.status().state !== 'connected') return 'the cloud is not reached'
      return problem()
    })
    steps.undo('trial', partMs, () => parts.trial.stop())
    const modbusTcp = () => (tcpServer.port === 0 ? null : `${listenAddresses.modbus.host}:${tcpServer.port}`)
    return {
      http: { host: address, port: httpPort, url: `${url}/` },
      get https() {
        return https?.status() ?? null
      },
      get modbusTcp() {
        return modbusTcp()
      },
      pressButton: () => parts.pressButton(),
      problem,
      status: () =>
        statusOfRunning(
          { host, ...parts },
          {
            http: `${url}/`,
            ...httpsListening(https?.status() ?? null),
            modbusTcp: modbusTcp(),
          },
        ),
      rotateVpnKey: () => parts.vpn.rotate(),
      endSessionsOf: (username) => sessions.endAll(username),
      async apply(changed) {
        for (const key of changed) await parts.appliers[key]?.(host.store.active)
      },
      stop: () => steps.undoAll(),
    }
  } catch (error) {
    await steps.undoAll()
    throw error
  }
}

/** A new gateway refuses every Modbus TCP client, which looks like a fault to who does not know. */
const warnIfClosed = ({ log, store }: Pick<Host, 'log' | 'store'>): void => {
  const { mbGateReadEnable, mbGateWriteEnable } = store.active.protect
  if (mbGateReadEnable || mbGateWriteEnable) return
  log.info({}, 'no unit is read or written over Modbus TCP until protect.mbGateReadEnable or mbGateWriteEnable is set')
}
