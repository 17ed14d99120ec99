import type { HttpsStatus } from '../api/server/https-server.ts'
import type { Appliers } from '../settings/table.ts'
import { type GatewayStatus, httpsListening } from '../status/status.ts'
import { apiParts } from './api-parts.ts'
import { ApiServers } from './api-servers.ts'
import { boxParts } from './box-parts.ts'
import { fieldParts } from './field-parts.ts'
import type { GatewayParts, PartContext } from './gateway-parts.ts'
import type { Host } from './host.ts'
import { networkParts } from './network-parts.ts'
import { createAll, type Part, startParts } from './parts.ts'
import { statusOfRunning } from './status-of-running.ts'

/** All that a reboot stops and starts again. */
export interface Services {
  readonly http: { readonly host: string; readonly port: number; readonly url: string }
  /** Null when HTTPS is switched off. */
  readonly https: HttpsStatus | null
  /** `HOST:PORT`; null while it is closed. */
  readonly modbusTcp: string | null
  pressButton(): void
  endSessionsOf(username: string): void
  /** Replaces the key of the tunnel to the cloud. */
  rotateVpnKey(): void
  /** Why the gateway does not do its work; undefined while it does. */
  problem(): Promise<string | undefined>
  /** The status for an operator at the box. */
  status(): GatewayStatus
  /** Applies settings that take effect at once. */
  apply(changed: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Requests in progress get most of the five seconds that stopping may take. */
const finishMs = 1500
const stopMs = 500

type PartName =
  | 'bus'
  | 'card'
  | 'card log'
  | 'search'
  | 'identification'
  | 'Modbus TCP'
  | 'modem'
  | 'Modbus TCP by the modem'
  | 'remote servers'
  | 'Ethernet'
  | 'call-back'
  | 'VPN'
  | 'time servers'
  | 'MQTT broker'
  | 'tasks'
  | 'supply'
  | 'display'
  | 'releases'
  | 'automatic reset'
  | 'reboot'
  | 'sessions'
  | 'logins'
  | 'requests'
  | 'streams'
  | 'API'
  | 'https'
  | 'forwarding'
  | 'trial'

/** Starts everything from the bus to the API with the active settings. When a part fails, those already started are stopped. */
export const startServices = async (context: PartContext): Promise<Services> => {
  const parts = createAll<GatewayParts>({
    ...boxParts(context),
    ...fieldParts(context),
    ...networkParts(context),
    ...apiParts(context),
  })
  const api = new ApiServers(context, parts)
  const stop = await startParts(partsOf(context.host, parts, api), context.host.log)
  const appliers = appliersOf(parts)
  return {
    http: api.http,
    get https() {
      return api.https?.status() ?? null
    },
    get modbusTcp() {
      return api.modbusTcp
    },
    pressButton: () => parts.pressButton(),
    problem: () => api.problem(),
    status: () => {
      const { url } = api.http
      const listening = { http: url, ...httpsListening(api.https?.status() ?? null), modbusTcp: api.modbusTcp }
      return statusOfRunning({ host: context.host, ...parts }, listening)
    },
    rotateVpnKey: () => parts.vpn.rotate(),
    endSessionsOf: (username) => parts.sessions.endAll(username),
    async apply(changed) {
      for (const key of changed) if (isApplied(appliers, key)) await appliers[key](context.host.store.active)
    },
    stop,
  }
}

/** The parts in the order in which they start. */
const partsOf = (host: Host, parts: GatewayParts, api: ApiServers): Part<PartName>[] => {
  const { bus, card, modemLink, ethernet, tasks, displaySaving } = parts
  const { modem } = modemLink
  return [
    { name: 'bus', needs: [], start: () => bus.start(), stop: () => bus.stop(), stopMs },
    // A card that was ejected is used again after a reboot.
    { name: 'card', needs: [], start: () => takeCard(host, parts), stop: () => card.stop(), stopMs },
    { name: 'card log', needs: ['card'], start: () => logStart(host, parts), stop: () => logStop(parts), stopMs },
    { name: 'search', needs: ['bus'], stop: () => parts.search.stop(), stopMs },
    { name: 'identification', needs: ['bus', 'card'], stop: () => parts.identification.stop(), stopMs },
    {
      name: 'Modbus TCP',
      needs: ['bus'],
      start: async () => {
        await parts.tcpServer.start()
        warnIfClosed(host)
      },
      stop: () => parts.tcpServer.stop(),
      stopMs,
    },
    { name: 'modem', needs: ['bus'], start: () => modem.start(), stop: () => modem.stop(), stopMs },
    { name: 'Modbus TCP by the modem', needs: ['modem'], stop: () => parts.gsmServer.stop(), stopMs },
    {
      name: 'remote servers',
      needs: ['modem'],
      start: () => parts.remoteServers.start(),
      stop: () => parts.remoteServers.stop(),
      stopMs,
    },
    // From here on, peers are reached by the interface with its settings in effect.
    { name: 'Ethernet', needs: ['card'], start: () => ethernet?.start(), stop: () => ethernet?.stop(), stopMs },
    {
      name: 'call-back',
      needs: ['Ethernet', 'modem'],
      start: () => parts.callBack.start(),
      stop: () => parts.callBack.stop(),
      stopMs,
    },
    {
      name: 'VPN',
      needs: ['call-back'],
      start: () => parts.vpn.start(),
      stop: () => parts.vpn.stop(),
      stopMs: finishMs,
    },
    {
      name: 'time servers',
      needs: ['Ethernet', 'modem'],
      start: () => parts.timeSync.start(),
      stop: () => parts.timeSync.stop(),
      stopMs,
    },
    {
      name: 'MQTT broker',
      needs: ['Ethernet'],
      start: () => parts.taskBroker.start(),
      stop: () => parts.taskBroker.stop(),
      stopMs,
    },
    {
      name: 'tasks',
      needs: ['bus', 'card', 'MQTT broker'],
      // Variant A has no tasks.
      start: () => (host.env.variant === 'B' ? tasks.start() : undefined),
      stop: () => tasks.stop(),
      stopMs,
    },
    {
      name: 'supply',
      needs: ['card', 'tasks'],
      start: () => parts.supplyWatch.start(),
      stop: () => parts.supplyWatch.stop(),
      stopMs,
    },
    { name: 'display', needs: [], start: () => displaySaving?.start(), stop: () => displaySaving?.stop(), stopMs },
    {
      name: 'releases',
      needs: ['card', 'modem'],
      start: () => parts.firmwareUpdate.start(),
      stop: () => parts.firmwareUpdate.stop(),
      stopMs,
    },
    {
      name: 'automatic reset',
      needs: ['bus'],
      start: () => parts.autoReset.start(),
      stop: () => parts.autoReset.stop(),
      stopMs,
    },
    { name: 'reboot', needs: [], stop: () => parts.rebooter.stop(), stopMs },
    { name: 'sessions', needs: [], stop: () => parts.sessions.endAll(), stopMs },
    { name: 'logins', needs: ['sessions'], stop: () => parts.login.stop(), stopMs },
    {
      name: 'requests',
      needs: ['logins'],
      start: () => api.create(),
      stop: () => api.finish(finishMs),
      stopMs: finishMs + stopMs,
    },
    // Open streams would otherwise use up the time for requests in progress.
    { name: 'streams', needs: ['requests'], stop: () => parts.exchangeStreams.endAll(), stopMs },
    { name: 'API', needs: ['requests'], start: () => api.listen(), stopMs },
    { name: 'https', needs: ['API'], start: () => api.startHttps(), stop: () => api.https?.stop(), stopMs },
    // The gateway's own ports come first: a forwarded port that one of them uses is refused.
    {
      name: 'forwarding',
      needs: ['https', 'Modbus TCP', 'modem'],
      start: () => api.startForwarding(),
      stop: () => api.stopForwarding(),
      stopMs,
    },
    {
      name: 'trial',
      needs: ['API', 'call-back'],
      start: () => parts.trial.start(() => trialProblem(parts, api)),
      stop: () => parts.trial.stop(),
      stopMs,
    },
  ]
}

const takeCard = ({ log }: Host, { card }: GatewayParts): Promise<void> =>
  card.take().catch((error: unknown) => log.warn({ err: error }, 'card could not be mounted'))

const logStart = ({ runTime, identity }: Host, { cardLogs }: GatewayParts): void => {
  const [cause] = runTime.status().resetFlags
  cardLogs.add('restarts', 'info', `started: ${cause}, version ${identity.product.version}`)
}

const logStop = ({ cardLogs }: GatewayParts): Promise<void> => {
  cardLogs.add('restarts', 'info', 'stopped')
  return cardLogs.flush()
}

const trialProblem = async ({ callBack }: GatewayParts, api: ApiServers): Promise<string | undefined> => {
  if (callBack.isActivated && callBack.status().state !== 'connected') return 'the cloud is not reached'
  return api.problem()
}

/** A new gateway refuses every Modbus TCP client, which looks like a fault without this message. */
const warnIfClosed = ({ log, store }: Pick<Host, 'log' | 'store'>): void => {
  const { mbGateReadEnable, mbGateWriteEnable } = store.active.protect
  if (mbGateReadEnable || mbGateWriteEnable) return
  log.info({}, 'modbus tcp requests are refused until protect.mbGateReadEnable or mbGateWriteEnable is set')
}

/** Settings that take effect at once; the others do so at the next start. */
const appliersOf = ({ bus, callBack, remoteServers, tcpServer, gsmServer }: GatewayParts): Appliers => ({
  serial: ({ serial }) => bus.apply(serial),
  // The mode is set when the port opens.
  rs485: async () => bus.reopen(),
  ownSrv: async ({ ownSrv }) => {
    await tcpServer.apply(ownSrv)
    await gsmServer.apply(ownSrv)
    callBack.unitMayHaveChanged()
  },
  rmSrv: ({ rmSrv }) => remoteServers.apply(rmSrv),
})

const isApplied = (appliers: Appliers, key: string): key is keyof Appliers => Object.hasOwn(appliers, key)
