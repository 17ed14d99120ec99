import { exit } from 'node:process'
import { monotonicClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { boxConfPath, readBoxConf } from '../box-conf.ts'
import { serveHelper } from '../helper/serve-helper.ts'
import { ModemAddress } from './modem-address.ts'
import { netRequest } from './requests.ts'
import { Tunnels } from './tunnels.ts'
import { actBy } from './verbs.ts'

/* The network helper: it creates tunnels and routes and assigns the modem's address, because the gateway has no
   rights over the network. It runs as its own user with CAP_NET_ADMIN only. systemd starts it when the gateway
   connects to its socket; it exits when idle, unless a tunnel depends on it. */

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
