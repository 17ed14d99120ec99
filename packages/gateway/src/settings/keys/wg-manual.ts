import { connMode, hostName, ipOrNone, keyOrNone, mask, port, whole } from '../fields.ts'
import { atRestart, fields, secret, setting } from '../setting.ts'

export const wgManual = setting({
  about: 'VPN of your own',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    hostname: hostName(46),
    connPort: port,
    connMode,
    ip: ipOrNone,
    mask,
    delayForKeepaliveSec: whole(0, 36_000),
    delayForConnSec: whole(1, 30_000),
    deviceKey: secret(keyOrNone),
    peerPublicKey: keyOrNone,
  }),
  initial: {
    hostname: '',
    connPort: 51_820,
    connMode: null,
    ip: '',
    mask: '255.255.255.0',
    delayForKeepaliveSec: 25,
    delayForConnSec: 30,
    deviceKey: '',
    peerPublicKey: '',
  },
  aliases: { deviceIp: 'ip', deviceMask: 'mask' },
})
