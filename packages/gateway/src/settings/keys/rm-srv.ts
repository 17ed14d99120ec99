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
      ip: remoteHostOrNone,
      connPort: port,
      delayForRcvMs: whole(1, 60_000),
      delayForConnSec: whole(1, 30_000),
      connMode,
      gateUid: whole(1, 255).nullable(),
      uidRange: uidRangeOrNone,
      password: secret(word(0, 10)),
      protocol,
      virtualUids: yesNo,
    }),
  ),
  initial: [unused, unused, unused],
})
