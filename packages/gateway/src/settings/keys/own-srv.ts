import { port, protocol, whole } from '../fields.ts'
import { atOnceInB, fields, setting } from '../setting.ts'

const exception = whole(1, 255).nullable()

export const ownSrv = setting({
  about: 'own Modbus server',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    vUid: whole(1, 255).nullable(),
    mbeRo: exception,
    mbeTo: exception,
    mbePu: exception,
    ethListenPort: port,
    delayForKeepaliveSec: whole(0, 36_000).nullable(),
    atmListenPort: port.nullable(),
    ethClientsProtocol: protocol,
    atmClientsProtocol: protocol,
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
