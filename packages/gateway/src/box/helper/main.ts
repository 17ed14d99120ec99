import { arch, env, exit } from 'node:process'
import { monotonicClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { readBoxConf } from '../box-conf.ts'
import { cardFolder } from '../card-mount.ts'
import { helperRequest } from '../helper-requests.ts'
import { readHelperSettings } from '../helper-settings.ts'
import { product } from '../identity/product.ts'
import { changeEthernet, ejectCard, mountCard, setBacklight } from './devices.ts'
import { ModemDhcp } from './modem-dhcp.ts'
import { Releases } from './releases.ts'
import { runProgram } from './run-program.ts'
import { serveHelper } from './serve-helper.ts'

/* The root helper of the box, because the gateway has no rights over the system. systemd starts this program when
   the gateway connects to its socket, which belongs to the gateway alone. It runs as root without a network, accepts
   a few verbs, and exits when idle. */

const firstSocket = 3
const log = createLog('info')
const settings = readHelperSettings({}, env)
/** Read for each request: its owner may have changed it. */
const box = () => readBoxConf(settings.box)
const releases = new Releases({
  folder: settings.releases,
  card: () => settings.card ?? (box().card === null ? undefined : cardFolder),
  keyFolders: settings['release-keys'],
  product,
  arch,
  startScript: '/usr/lib/busbar-gateway/release-start',
  restart: async () => void (await runProgram('systemctl', '--no-block', 'restart', 'busbar-gateway.service')),
})

const modemDhcp = new ModemDhcp()

const server = serveHelper({
  requests: helperRequest,
  act: (request) => {
    switch (request.verb) {
      case 'release-apply':
        return releases.apply(request.file)
      case 'release-confirm':
        return releases.confirm()
      case 'release-revert':
        return releases.revert()
      case 'card-mount':
        return mountCard(box())
      case 'card-eject':
        return ejectCard(box())
      case 'ethernet-try':
      case 'ethernet-keep':
      case 'ethernet-revert':
      case 'ethernet-renew':
        return changeEthernet(box(), request)
      case 'backlight':
        return setBacklight(box(), request.percent)
      case 'modem-dhcp':
        return modemDhcp.set(request)
    }
  },
  clock: monotonicClock,
  log,
  onIdle: () => exit(0),
})
server.listen({ fd: firstSocket })
