import { getServers } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Log } from '@busbar/kit/log'
import type { RemoteUnits } from '../bus/gate/remote-units.ts'
import type { BusAnswer, FieldBus } from '../bus/request.ts'
import { Forwarding } from '../network/forward/forwarding.ts'
import { isOwnEndpoint, type OwnEndpoint } from '../network/own-endpoint.rules.ts'
import type { Path } from '../network/paths.rules.ts'
import type { PathSource } from '../network/paths.ts'
import { RemoteServers } from '../network/remote/remote-servers.ts'
import { remoteHostProblem } from '../settings/rules/addresses.rules.ts'
import type { Host } from './host.ts'

const addresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

const endpointAt = (port: number): OwnEndpoint => ({ port, isUdp: false })

/** Creates the remote servers; `ownPorts` are the current ports of the gateway, which must not be their targets. */
export const remoteServersFor = (
  host: Host,
  log: Log,
  paths: PathSource,
  ownPorts: () => readonly number[],
): RemoteServers => {
  const { store, dial, clock, newBytes, env } = host
  const isAnywhereAllowed = env['remote-anywhere']
  if (isAnywhereAllowed) log.info({}, 'remote servers may be host names and local addresses (--remote-anywhere)')
  return new RemoteServers({
    settings: store.active.rmSrv,
    dial,
    hostProblem: (name) => remoteHostProblem(name, isAnywhereAllowed),
    lookup: async (name) => (await lookup(name, { family: 4 })).address,
    paths,
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
  path: () => Path | null,
  isMobile: (socket: Socket) => boolean,
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
    path,
    isMobile,
    clock,
    log,
  })
}

/** Reports each response of the field. */
export const watched = (bus: FieldBus, onAnswer: () => void): FieldBus => ({
  transact: (request) => onceAnswered(bus.transact(request), onAnswer),
})

export const watchedRemote = (remote: RemoteUnits, onAnswer: () => void): RemoteUnits => ({
  transact(request) {
    const pending = remote.transact(request)
    return pending && onceAnswered(pending, onAnswer)
  },
})

const onceAnswered = async (pending: Promise<BusAnswer>, onAnswer: () => void): Promise<BusAnswer> => {
  const answer = await pending
  if ('ok' in answer) onAnswer()
  return answer
}
