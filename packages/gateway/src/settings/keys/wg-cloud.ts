import { connMode, hostName, port, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const wgCloud = setting({
  about: 'VPN to the cloud',
  level: { A: 1, B: 1 },
  strict: ['hostname'],
  applies: atRestart,
  value: fields({
    hostname: hostName(46),
    connPort: port,
    connMode,
    delayForKeepaliveSec: whole(0, 36_000),
    delayForConnSec: whole(1, 30_000),
  }),
  initial: { hostname: '', connPort: 51_820, connMode: null, delayForKeepaliveSec: 25, delayForConnSec: 30 },
})
