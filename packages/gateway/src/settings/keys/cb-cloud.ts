import { connMode, hostName, port, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const cbCloud = setting({
  about: 'Modbus call-back to the cloud',
  level: { A: 1, B: 1 },
  strict: ['hostname'],
  applies: atRestart,
  value: fields({
    hostname: hostName(46).describe('Host name or address of the cloud, at most 46 characters; empty for none.'),
    connPort: port.describe('Port of the cloud, 1 to 65535.'),
    connMode,
    delayForKeepaliveSec: whole(0, 36_000).describe(
      'Seconds of silence after which a keep-alive is sent, 0 to 36000; 0 for none.',
    ),
    delayForConnSec: whole(1, 240).describe('Seconds between tries to connect, 1 to 240.'),
  }),
  initial: { hostname: '', connPort: 20_502, connMode: null, delayForKeepaliveSec: 60, delayForConnSec: 10 },
})
