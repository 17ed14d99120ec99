import { connMode, hostName, port, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const cbCloud = setting({
  about: 'Modbus call-back to the cloud',
  level: { A: 1, B: 1 },
  strict: ['hostname'],
  applies: atRestart,
  value: fields({
    hostname: hostName(46),
    connPort: port,
    connMode,
    delayForKeepaliveSec: whole(0, 36_000),
    delayForConnSec: whole(1, 240),
  }),
  initial: { hostname: '', connPort: 20_502, connMode: null, delayForKeepaliveSec: 60, delayForConnSec: 10 },
})
