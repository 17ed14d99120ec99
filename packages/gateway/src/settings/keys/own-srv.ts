import { port, protocol, whole } from '../fields.ts'
import { atOnceInB, fields, setting } from '../setting.ts'

const exception = whole(1, 255).nullable()

export const ownSrv = setting({
  about: 'own Modbus server',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    vUid: whole(1, 255).nullable().describe('Unit id at which the gateway itself answers, 1 to 255; null for none.'),
    mbeRo: exception.describe('Exception code for access denied, 1 to 255; null for no answer.'),
    mbeTo: exception.describe('Exception code for no answer in time, 1 to 255; null for no answer.'),
    mbePu: exception.describe('Exception code for a request that could not be sent, 1 to 255; null for no answer.'),
    ethListenPort: port.describe('Port of the Modbus TCP server on Ethernet, 1 to 65535.'),
    delayForKeepaliveSec: whole(0, 36_000)
      .nullable()
      .describe('Seconds of silence after which a keep-alive is sent, 0 to 36000; null for none.'),
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
