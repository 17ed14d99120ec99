import { execFile } from 'node:child_process'
import { arch, env, exit } from 'node:process'
import { promisify } from 'node:util'
import { monotonicClock } from '@busbar/kit'
import { createLog } from '@busbar/kit/log'
import { readEnv } from '../env.ts'
import { product } from '../system/identity/product.ts'
import { Releases } from './releases.ts'
import { serveHelper } from './serve-helper.ts'

/*
 * The helper of the box: the gateway itself has no rights over the system. This program is started by systemd when the gateway connects
 * to its socket, which belongs to the gateway alone; it runs as root without a network, knows three verbs, and ends when nobody asks.
 */

const firstSocket = 3
const log = createLog('info')
const settings = readEnv({}, env)
const releases = new Releases({
  folder: settings.releases,
  card: settings.card,
  keyFolders: settings['release-keys'],
  product,
  arch,
  startScript: '/usr/lib/busbar-gateway/release-start',
  restart: async () =>
    void (await promisify(execFile)('systemctl', ['--no-block', 'restart', 'busbar-gateway.service'])),
})

const server = serveHelper({
  act: (request) => {
    switch (request.verb) {
      case 'release-apply':
        return releases.apply(request.file)
      case 'release-confirm':
        return releases.confirm()
      case 'release-revert':
        return releases.revert()
    }
  },
  clock: monotonicClock,
  log,
  onIdle: () => exit(0),
})
server.listen({ fd: firstSocket })
