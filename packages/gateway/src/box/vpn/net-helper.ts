import { existsSync } from 'node:fs'
import { SerialQueue } from '@busbar/kit'
import { hasNetAdmin, type PathName } from '@busbar/uplink/tunnel'
import { boxConfPath, readBoxConf } from '../box-conf.ts'
import { ModemAddress, type ModemAddressRequest } from '../net-helper/modem-address.ts'
import {
  type NetRequest,
  type PathsReport,
  pathsReport,
  type Slot,
  type TunnelReport,
  type TunnelUp,
  tunnelReport,
  upReport,
} from '../net-helper/requests.ts'
import { Tunnels } from '../net-helper/tunnels.ts'
import { actBy } from '../net-helper/verbs.ts'
import { askHelper } from '../root-helper.ts'

/** Helper that changes the network for the gateway. */
export interface NetHelper {
  up(request: Omit<TunnelUp, 'verb'>): Promise<{ isGuarded: boolean }>
  move(slot: Slot, path: PathName): Promise<void>
  status(slot: Slot): Promise<TunnelReport>
  down(slot: Slot): Promise<void>
  paths(): Promise<PathsReport>
  modemAddress(request: Omit<ModemAddressRequest, 'verb'>): Promise<void>
}

/** Creates a helper from a function that answers requests. */
const helperBy = (ask: (request: NetRequest) => Promise<object>): NetHelper => ({
  up: async (request) => upReport.parse(await ask({ verb: 'tunnel-up', ...request })),
  move: async (slot, path) => void (await ask({ verb: 'tunnel-path', slot, path })),
  status: async (slot) => tunnelReport.parse(await ask({ verb: 'tunnel-status', slot })).tunnel,
  down: async (slot) => void (await ask({ verb: 'tunnel-down', slot })),
  paths: async () => pathsReport.parse(await ask({ verb: 'paths' })),
  modemAddress: async (request) => void (await ask({ verb: 'modem-address', ...request })),
})

const turnsMax = 16

/**
 * The helper of this box, at its socket; or, in a container that may change its network, the same code in this process (`inline`). Null
 * where there is neither.
 */
export const openNetHelper = async (place: string): Promise<NetHelper | null> => {
  if (place === 'inline') {
    if (!(await hasNetAdmin())) throw new Error('--net-helper inline: this process lacks CAP_NET_ADMIN')
    const boxConf = () => readBoxConf(boxConfPath)
    const tunnels = new Tunnels({ conf: boxConf, now: () => Date.now() })
    const act = actBy(tunnels, new ModemAddress({ conf: boxConf }))
    const turns = new SerialQueue({ max: turnsMax, full: () => new Error('too many network requests at once') })
    return helperBy((request) => turns.run(() => act(request)))
  }
  return existsSync(place) ? helperBy((request) => askHelper(place, request)) : null
}
