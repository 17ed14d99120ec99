import { yesNo } from '../fields.ts'
import { atRestart, fields, inB, setting } from '../setting.ts'

export const logFlags = setting({
  about: 'what is logged to the card',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    atm: yesNo.describe('Log of the modem.'),
    system: yesNo.describe('Log of the system.'),
    lwip: yesNo.describe('Log of the network.'),
    forwarding: yesNo.describe('Log of forwarding.'),
    wireguard: yesNo.describe('Log of the VPN.'),
    tasks: inB(yesNo.describe('Log of tasks.')),
    api: inB(yesNo.describe('Log of this API.')),
    restarts: inB(yesNo.describe('Log of restarts.')),
  }),
  initial: {
    atm: false,
    system: true,
    lwip: false,
    forwarding: false,
    wireguard: false,
    tasks: false,
    api: false,
    restarts: true,
  },
})
