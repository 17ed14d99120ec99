import { lookup } from 'node:dns/promises'
import { signingKeyOf } from '@busbar/uplink/handshake'
import { httpsSummary } from '../api/server/https-server.ts'
import { isConnectedTo } from '../box/vpn/arrival.rules.ts'
import { Vpn } from '../box/vpn/vpn.ts'
import { GsmServer } from '../network/gsm-server.ts'
import { CallBack } from '../network/outbound/call-back.ts'
import { isAnyAddress, isMobileAddress } from '../network/own-endpoint.rules.ts'
import { TcpServer } from '../network/tcp-server.ts'
import { clientInterfaceName } from '../session/client-interface.rules.ts'
import { packedReport } from '../status/groups.ts'
import { TimeSync } from '../time/ntp/time-sync.ts'
import type { PartContext, PartCreators } from './gateway-parts.ts'
import { modemLinkFor } from './modem-link.ts'
import { SharedRawPort } from './shared-raw-port.ts'

const gsmOnly = 4

/** Modbus TCP servers, and connections to the cloud, to VPN peers and to time servers. */
export const networkParts = ({
  host,
  listenAddresses,
}: PartContext): PartCreators<
  | 'modemLink'
  | 'paths'
  | 'arrivalOf'
  | 'modbusPorts'
  | 'tcpServer'
  | 'gsmServer'
  | 'forwardingPath'
  | 'callBack'
  | 'vpn'
  | 'timeSync'
> => {
  const { env, clock, newBytes, identity, deviceClock, store } = host
  const { deviceId: type, firmwareVer: version } = identity.product
  const { now } = deviceClock
  const key = signingKeyOf(identity.proofKeys.privateKey)
  let rawPort: SharedRawPort | undefined
  return {
    modemLink: (parts) => {
      const isClockRight = () => parts.timeSync.status().syncedOn !== null
      return modemLinkFor(host, parts.gate, isClockRight, parts.logOf('atm'))
    },
    // Looked up later, because of a circle: the gate uses remote servers, these use paths, and the modem uses the gate
    // for SMS.
    paths: (parts) => ({
      of: (connMode) => parts.modemLink.paths.of(connMode),
      onChange: (listener) => parts.modemLink.paths.onChange(listener),
    }),
    // Every connection to an address of a mobile interface counts as GSM.
    arrivalOf: (parts) => (socket) => {
      const by = parts.vpn.arrivalOf(socket)
      if (by !== 'eth') return by
      const { modem } = parts.modemLink
      return isConnectedTo(socket, modem.uplink()?.ip) || isMobileAddress(socket.localAddress, host) ? 'gsm' : 'eth'
    },
    modbusPorts: (parts) => () => {
      const { tcpServer } = parts
      return [tcpServer.port === 0 ? tcpServer.status().listenPortEth : tcpServer.port]
    },
    tcpServer: (parts) =>
      new TcpServer({
        settings: store.active.ownSrv,
        listenAddress: listenAddresses.modbus,
        gate: parts.gate,
        openRaw: () => (rawPort ??= new SharedRawPort(parts.bus.raw)).open(),
        arrivalOf: (socket) => clientInterfaceName(parts.arrivalOf(socket)),
        divert(socket) {
          if (parts.arrivalOf(socket) !== 'gsm') return false
          parts.gsmServer.take(socket)
          return true
        },
        clock,
        log: parts.logOf('lwip'),
      }),
    gsmServer: (parts) => {
      const { modbus } = listenAddresses
      const { modem, paths } = parts.modemLink
      const server = new GsmServer({
        settings: store.active.ownSrv,
        isShared: (port) => isAnyAddress(modbus.host) && port === (modbus.port ?? store.active.ownSrv.ethListenPort),
        gate: parts.gate,
        openRaw: () => (rawPort ??= new SharedRawPort(parts.bus.raw)).open(),
        clock,
        log: parts.logOf('lwip'),
      })
      paths.onChange(() => void server.listenAt(modem.uplink()?.ip ?? null))
      return server
    },
    // Forwarding leads from Ethernet to GSM only, on a box that has a modem.
    forwardingPath:
      ({ modemLink: { modem, paths } }) =>
      () =>
        modem.isThere ? (paths.of(gsmOnly)[0] ?? null) : { name: 'eth' },
    callBack: (parts) =>
      new CallBack({
        settings: store.active.cbCloud,
        tls: env['callback-tls'],
        namedKey: env['cloud-key'] ?? null,
        isKeylessAllowed: env['callback-keyless'],
        identity: { type, version, mac: identity.mac, isMacUnique: identity.isMacUnique },
        key,
        unit: () => store.active.ownSrv.vUid ?? 255,
        gate: parts.gate,
        requests: {
          report: () => {
            const { service, tasks, bus } = parts
            const https = httpsSummary(service.doors.https)
            return packedReport(service, { tasks: tasks.summary(), bus: bus.day.summary(), https })
          },
          requestUpdate: () => parts.firmwareUpdate.request(),
        },
        store: host.callBackStore,
        paths: parts.paths,
        clock,
        newBytes,
        log: parts.logOf('lwip'),
      }),
    vpn: (parts) =>
      new Vpn({
        settings: { wgCloud: store.active.wgCloud, wgManual: store.active.wgManual },
        onCloudWanted: () => parts.callBack.startWindow(),
        keys: host.vpnKeys,
        binding: parts.callBack,
        mac: identity.mac,
        type,
        firmware: version,
        apiPort: () => listenAddresses.http.port || store.active.httpd.port,
        key,
        helper: host.netHelper,
        lookup: async (name) => (await lookup(name, { family: 4 })).address,
        clock,
        now,
        newBytes,
        log: parts.logOf('wireguard'),
      }),
    timeSync: (parts) =>
      new TimeSync({
        settings: store.active.ntp,
        deviceClock,
        port: host.ntpPort,
        paths: parts.paths,
        clock,
        newBytes,
        log: parts.logOf('system'),
      }),
  }
}
