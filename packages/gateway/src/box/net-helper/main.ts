import { exit } from 'node:process'
import { monotonicClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { boxConfPath, readBoxConf } from '../box-conf.ts'
import { serveHelper } from '../helper/serve-helper.ts'
import { ModemAddress } from './modem-address.ts'
import { netRequest } from './requests.ts'
import { Tunnels } from './tunnels.ts'
import { actBy } from './verbs.ts'

/*
 * The helper of the network: it makes tunnels and routes, and gives the modem its address, for the gateway, which has no right over the network itself. It runs as a user of
 * its own with CAP_NET_ADMIN alone, is started by systemd when the gateway connects to its socket, and ends when idle, unless a
 * tunnel would end with it.
 */

const firstSocket = 3
const boxConf = () => readBoxConf(boxConfPath)
const tunnels = new Tunnels({ conf: boxConf, now: () => Date.now() })

serveHelper({
  requests: netRequest,
  act: actBy(tunnels, new ModemAddress({ conf: boxConf })),
  quietVerbs: new Set(['tunnel-status', 'paths']),
  clock: monotonicClock,
  log: createLog('info'),
  onIdle: () => {
    if (!tunnels.areInProcess) exit(0)
  },
}).listen({ fd: firstSocket })
