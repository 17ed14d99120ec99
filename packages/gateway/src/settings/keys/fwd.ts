import { exactly, hostName, port, yesNo } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

const unused = { listenPort: null, isUdp: false, serverAddr: '', serverPort: 80 }

export const fwd = setting({
  about: 'port forwarding from Ethernet to GSM',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: exactly(
    4,
    fields({
      listenPort: port.nullable().describe('Port to listen on, 1 to 65535; null switches it off.'),
      isUdp: yesNo.describe('Whether it is UDP instead of TCP.'),
      serverAddr: hostName(46).describe('Host name or address to forward to.'),
      serverPort: port.describe('Port to forward to, 1 to 65535.'),
    }),
  ),
  initial: [unused, unused, unused, unused],
  check: (rows) => {
    // Only questions to DNS know where to go by themselves.
    const lost = rows.findIndex(
      ({ listenPort, isUdp, serverAddr }) => serverAddr === '' && listenPort !== null && !(listenPort === 53 && isUdp),
    )
    return lost < 0
      ? undefined
      : `${lost}.serverAddr: may be empty only with listenPort 53 and isUdp, or without a port`
  },
})
