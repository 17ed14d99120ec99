import { rs485Modes } from '../../base/rs485.ts'
import {
  connMode,
  exactly,
  hostName,
  integer,
  oneOf,
  port,
  protocol,
  remoteHostOrNone,
  uidRange,
  uidRangeOrNone,
  word,
  yesNo,
} from '../fields.ts'
import { atOnceInB, atRestart, fields, secret, setting } from '../setting.ts'

const exception = integer(1, 255).nullable()

export const ownSrv = setting({
  position: 4,
  about: 'own Modbus server',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    vUid: integer(1, 255).nullable().describe('Unit ID of the gateway itself, 1 to 255; null for none.'),
    mbeRo: exception.describe('Exception code for access denied, 1 to 255; null for no response.'),
    mbeTo: exception.describe('Exception code for a timeout, 1 to 255; null for no response.'),
    mbePu: exception.describe('Exception code for a request that could not be sent, 1 to 255; null for no response.'),
    ethListenPort: port.describe('Port of the Modbus TCP server on Ethernet, 1 to 65535.'),
    delayForKeepaliveSec: integer(0, 36_000)
      .nullable()
      .describe('Idle seconds after which a keep-alive is sent, 0 to 36000; null for none.'),
    atmListenPort: port.nullable().describe('Port of the Modbus TCP server on GSM, 1 to 65535; null for none.'),
    ethClientsProtocol: protocol.describe('Protocol of clients on Ethernet: 1 RAW, 2 Modbus TCP.'),
    atmClientsProtocol: protocol.describe('Protocol of clients on GSM: 1 RAW, 2 Modbus TCP.'),
  }),
  initial: {
    // Unit 255 is the gateway itself by the habit of Modbus TCP, and no unit of the bus.
    vUid: 255,
    mbeRo: 1,
    mbeTo: 11,
    mbePu: 10,
    ethListenPort: 502,
    delayForKeepaliveSec: 60,
    atmListenPort: null,
    ethClientsProtocol: 2,
    atmClientsProtocol: 2,
  },
})

const unusedServer = {
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
  position: 20,
  about: 'remote servers',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: exactly(
    3,
    fields({
      ip: remoteHostOrNone.describe('Host name or address of the server; empty for none.'),
      connPort: port.describe('Port of the server, 1 to 65535.'),
      delayForRcvMs: integer(1, 60_000).describe('Response timeout in milliseconds, 1 to 60000.'),
      delayForConnSec: integer(1, 30_000).describe('Seconds between connection attempts, 1 to 30000.'),
      connMode,
      gateUid: integer(1, 255).nullable().describe('Unit ID of the server itself, 1 to 255; null for none.'),
      uidRange: uidRangeOrNone.describe('Unit IDs behind the server, such as `112-255`; empty for none.'),
      password: secret(word(0, 10).describe('Password sent to the server, at most 10 characters.')),
      protocol,
      virtualUids: yesNo.describe('Whether the first unit of the range is unit 1 on the server, and so on.'),
    }),
  ),
  initial: [unusedServer, unusedServer, unusedServer],
})

const unusedForwarding = { listenPort: null, isUdp: false, serverAddr: '', serverPort: 80 }

export const fwd = setting({
  position: 22,
  about: 'port forwarding from Ethernet to GSM',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: exactly(
    4,
    fields({
      listenPort: port.nullable().describe('Listening port, 1 to 65535; null to disable.'),
      isUdp: yesNo.describe('True for UDP, false for TCP.'),
      serverAddr: hostName(46).describe('Target host name or address.'),
      serverPort: port.describe('Target port, 1 to 65535.'),
    }),
  ),
  initial: [unusedForwarding, unusedForwarding, unusedForwarding, unusedForwarding],
  check: (rows) => {
    // Only DNS queries have a default target.
    const withoutServer = rows.findIndex(
      ({ listenPort, isUdp, serverAddr }) => serverAddr === '' && listenPort !== null && !(listenPort === 53 && isUdp),
    )
    return withoutServer < 0
      ? undefined
      : `${withoutServer}.serverAddr: may be empty only with listenPort 53 and isUdp, or without a port`
  },
})

export const cbCloud = setting({
  position: 7,
  about: 'Modbus call-back to the cloud',
  level: { A: 1, B: 1 },
  strict: ['hostname'],
  applies: atRestart,
  value: fields({
    hostname: hostName(46).describe('Host name or address of the cloud, at most 46 characters; empty for none.'),
    connPort: port.describe('Port of the cloud, 1 to 65535.'),
    connMode,
    delayForKeepaliveSec: integer(0, 36_000).describe(
      'Idle seconds after which a keep-alive is sent, 0 to 36000; 0 for none.',
    ),
    delayForConnSec: integer(1, 240).describe('Seconds between connection attempts, 1 to 240.'),
  }),
  initial: { hostname: '', connPort: 20_502, connMode: null, delayForKeepaliveSec: 60, delayForConnSec: 10 },
})

/** Linux limits both delays to this. */
const rs485DelayMsMax = 100

export const rs485 = setting({
  position: 25,
  about: 'RS-485 direction control of the serial port',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    mode: oneOf(rs485Modes).describe(
      'When the transmitter is on: `driver` leaves the configuration of the board, `off` no direction control, `rts-on-send` RTS active while sending, `rts-after-send` RTS active except while sending.',
    ),
    delayBeforeMs: integer(0, rs485DelayMsMax).describe('Milliseconds from RTS to the first bit, 0 to 100.'),
    delayAfterMs: integer(0, rs485DelayMsMax).describe('Milliseconds from the last bit to RTS, 0 to 100.'),
    terminate: yesNo.describe('Whether the port connects its termination resistor.'),
  }),
  initial: { mode: 'driver', delayBeforeMs: 0, delayAfterMs: 0, terminate: false },
})

export const serial = setting({
  position: 14,
  about: 'serial port',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    uidRange: uidRange.describe('Unit IDs on the bus, such as `1-111`.'),
    /** 0 slave, 1 master, 2 raw. */
    hdxMode: oneOf([0, 1, 2]).describe('0 slave, 1 master, 2 raw.'),
    charFormat: oneOf([0, 1, 2, 3, 4, 5], '0 to 5').describe(
      'Character format: 0 even parity, 1 odd, 2 space, 3 mark or two stop bits, 4 none, 5 none with one stop bit received and two sent.',
    ),
    baudRate: integer(75, 230_400).describe('Baud rate, 75 to 230400.'),
    /** 0 RTU, 1 ASCII. */
    frameMode: oneOf([0, 1]).describe('0 RTU, 1 ASCII.'),
    delayForRtuQ: integer(0, 5).describe('Silence between RTU frames: factor 2 to the power of this, 0 to 5.'),
    delayForRtuMs: integer(0, 60_000).describe('Additional silence between RTU frames in milliseconds, 0 to 60000.'),
    delayForAsciiMs: integer(0, 60_000).describe('Timeout within ASCII frames in milliseconds, 0 to 60000.'),
  }),
  initial: {
    uidRange: '1-247',
    hdxMode: 1,
    charFormat: 0,
    baudRate: 9600,
    frameMode: 0,
    delayForRtuQ: 0,
    delayForRtuMs: 500,
    delayForAsciiMs: 1000,
  },
})
