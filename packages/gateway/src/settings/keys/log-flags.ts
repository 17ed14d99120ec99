import { yesNo } from '../fields.ts'
import { atRestart, fields, inB, setting } from '../setting.ts'

export const logFlags = setting({
  about: 'what is logged to the card',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    atm: yesNo,
    system: yesNo,
    lwip: yesNo,
    forwarding: yesNo,
    wireguard: yesNo,
    tasks: inB(yesNo),
    api: inB(yesNo),
    restarts: inB(yesNo),
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
