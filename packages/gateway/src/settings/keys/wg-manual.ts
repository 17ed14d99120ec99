import { connMode, hostName, ipOrNone, keyOrNone, mask, port, whole } from '../fields.ts'
import { atRestart, fields, secret, setting } from '../setting.ts'

export const wgManual = setting({
  about: 'VPN of your own',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    hostname: hostName(46).describe('Host name or address of the peer, at most 46 characters; empty for none.'),
    connPort: port.describe('Port of the peer, 1 to 65535.'),
    connMode,
    ip: ipOrNone.describe('Address of the gateway in the VPN; empty for none.'),
    mask: mask.describe('Mask of the VPN.'),
    delayForKeepaliveSec: whole(0, 36_000).describe('Seconds between keep-alives, 0 to 36000.'),
    delayForConnSec: whole(1, 30_000).describe('Seconds between tries to connect, 1 to 30000.'),
    deviceKey: secret(keyOrNone.describe('Private key in base64; empty for none.')),
    peerPublicKey: keyOrNone.describe('Public key of the peer in base64; empty for none.'),
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
