import { anyText, exactly, phoneOrNone, whole, word, yesNo } from '../fields.ts'
import { atRestart, fields, inB, secret, setting } from '../setting.ts'

export const gsm = setting({
  about: 'GSM module',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    enable: inB(yesNo),
    apnAutodetectEnable: yesNo,
    tcpInRoamingEnable: yesNo,
    smsInRoamingEnable: yesNo,
    pinCode: secret(whole(0, 9999).nullable()),
    apnHost: word(0, 34),
    apnLogin: word(0, 40),
    apnPassword: secret(word(0, 24)),
    balanceUssdReq: anyText(12),
    phones: exactly(4, phoneOrNone),
  }),
  initial: {
    enable: true,
    apnAutodetectEnable: true,
    tcpInRoamingEnable: false,
    smsInRoamingEnable: false,
    pinCode: null,
    apnHost: '',
    apnLogin: '',
    apnPassword: '',
    balanceUssdReq: '',
    phones: ['', '', '', ''],
  },
  clears: { pinClear: 'pinCode' },
})
