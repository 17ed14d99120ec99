import { anyText, exactly, phoneOrNone, whole, word, yesNo } from '../fields.ts'
import { atRestart, fields, inB, secret, setting } from '../setting.ts'

export const gsm = setting({
  about: 'GSM module',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    enable: inB(yesNo.describe('Whether the modem is used.')),
    apnAutodetectEnable: yesNo.describe('Whether the access point is chosen by the SIM.'),
    tcpInRoamingEnable: yesNo.describe('Whether data is used while roaming.'),
    smsInRoamingEnable: yesNo.describe('Whether SMS are sent while roaming; they are always received.'),
    pinCode: secret(whole(0, 9999).nullable().describe('PIN of the SIM, 0 to 9999; null for none.')),
    apnHost: word(0, 34).describe('Access point, at most 34 characters.'),
    apnLogin: word(0, 40).describe('User name at the access point, at most 40 characters.'),
    apnPassword: secret(word(0, 24).describe('Password at the access point, at most 24 characters.')),
    balanceUssdReq: anyText(12).describe('Request by which the balance is asked for, at most 12 characters.'),
    phones: exactly(4, phoneOrNone).describe('Four phone numbers; empty for none.'),
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
