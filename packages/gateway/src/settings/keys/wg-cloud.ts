import { connMode, hostName, port, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const wgCloud = setting({
  about: 'VPN to the cloud',
  level: { A: 1, B: 1 },
  strict: ['hostname'],
  applies: atRestart,
  value: fields({
    hostname: hostName(46).describe(
      'Host name or address of the configuration server, at most 46 characters; empty for none.',
    ),
    connPort: port.describe('Port of the server, 1 to 65535.'),
    connMode,
    delayForKeepaliveSec: whole(0, 36_000).describe('Seconds between keep-alives, 0 to 36000.'),
    delayForConnSec: whole(1, 30_000).describe('Seconds between tries to connect, 1 to 30000.'),
  }),
  initial: { hostname: '', connPort: 51_820, connMode: null, delayForKeepaliveSec: 25, delayForConnSec: 30 },
})
