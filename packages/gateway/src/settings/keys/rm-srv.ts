import { connMode, exactly, port, protocol, remoteHostOrNone, uidRangeOrNone, whole, word, yesNo } from '../fields.ts'
import { atOnceInB, fields, secret, setting } from '../setting.ts'

const unused = {
  ip: '',
  connPort: 502,
  delayForRcvMs: 1000,
  delayForConnSec: 10,
  connMode: null,
  gateUid: null,
  uidRange: '',
  password: '',
  protocol: 2,
  virtualUids: false,
} as const

export const rmSrv = setting({
  about: 'remote servers',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: exactly(
    3,
    fields({
      ip: remoteHostOrNone.describe('Host name or address of the server; empty for none.'),
      connPort: port.describe('Port of the server, 1 to 65535.'),
      delayForRcvMs: whole(1, 60_000).describe('Milliseconds to wait for an answer, 1 to 60000.'),
      delayForConnSec: whole(1, 30_000).describe('Seconds between tries to connect, 1 to 30000.'),
      connMode,
      gateUid: whole(1, 255)
        .nullable()
        .describe('Unit id by which the server itself is reached, 1 to 255; null for none.'),
      uidRange: uidRangeOrNone.describe('Unit ids that live at the server, such as `112-255`; empty for none.'),
      password: secret(word(0, 10).describe('Password that is sent to the server, at most 10 characters.')),
      protocol,
      virtualUids: yesNo.describe('Whether the first unit of the range is unit 1 at the server, and so on.'),
    }),
  ),
  initial: [unused, unused, unused],
})
