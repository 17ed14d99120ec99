import { exactly, hostName, port, yesNo } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

const unused = { listenPort: null, isUdp: false, serverAddr: '', serverPort: 80 }

export const fwd = setting({
  about: 'port forwarding from Ethernet to GSM',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: exactly(4, fields({ listenPort: port.nullable(), isUdp: yesNo, serverAddr: hostName(46), serverPort: port })),
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
