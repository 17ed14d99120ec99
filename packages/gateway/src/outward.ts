import { getServers } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import type { Box } from './box.ts'
import { Forwarding } from './forward/forwarding.ts'
import { isOwnPlace, type OwnPlace } from './net/own-place.rules.ts'
import { RemoteServers } from './remote/remote-servers.ts'
import { remoteHostProblem } from './settings/addresses.rules.ts'

const addresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

const placeAt = (port: number): OwnPlace => ({ port, isUdp: false })

/** Leads to others, and never back: `ownPorts` are those at which the gateway is heard now. */
export const remoteServersFor = (box: Box, ownPorts: () => readonly number[]): RemoteServers => {
  const { store, dial, clock, newBytes, log, env } = box
  const isAnywhereAllowed = env['remote-anywhere']
  if (isAnywhereAllowed) log.info({}, 'remote servers may be names, and on this machine (--remote-anywhere)')
  return new RemoteServers({
    settings: store.active.rmSrv,
    dial,
    hostProblem: (host) => remoteHostProblem(host, isAnywhereAllowed),
    lookup: async (name) => (await lookup(name, { family: 4 })).address,
    isOwn: (address, port) => isOwnPlace({ address, port, isUdp: false }, ownPorts().map(placeAt), addresses()),
    clock,
    newBytes,
    log,
  })
}

/** The same. Of the DNS servers those of the settings go before the system's. */
export const forwardingFor = (box: Box, host: string, ownPorts: () => readonly number[]): Forwarding => {
  const { store, openUdp, clock, log } = box
  const { fwd: settings, ethernet } = store.active
  return new Forwarding({
    settings,
    host,
    own: () => ownPorts().map(placeAt),
    addresses,
    dnsServers: () => (ethernet.ipDnss.length > 0 ? ethernet.ipDnss : getServers()),
    openUdp,
    clock,
    log,
  })
}
