import { word, yesNo } from '../fields.ts'
import { atRestart, fields, secret, setting } from '../setting.ts'

/** A new device lets nobody read or write through it, and no password of it is known to anybody but its owner. */
export const protect = setting({
  about: 'protection',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    smsWriteEnable: yesNo,
    smsReadEnable: yesNo,
    mbGateWriteEnable: yesNo,
    mbGateReadEnable: yesNo,
    wgCloudAdminAuthEnable: yesNo,
    wgManualAdminAuthEnable: yesNo,
    passwordAdmin: secret(word(5, 10)),
    passwordMbGateWrite: secret(word(0, 10)),
    passwordMbRead: secret(word(0, 10)),
    passwordSmsWrite: secret(word(3, 10)),
    passwordSmsRead: secret(word(3, 10)),
  }),
  initial: {
    smsWriteEnable: false,
    smsReadEnable: false,
    mbGateWriteEnable: false,
    mbGateReadEnable: false,
    wgCloudAdminAuthEnable: false,
    wgManualAdminAuthEnable: false,
    passwordAdmin: '',
    passwordMbGateWrite: '',
    passwordMbRead: '',
    passwordSmsWrite: '',
    passwordSmsRead: '',
  },
  generated: ['passwordAdmin', 'passwordSmsWrite', 'passwordSmsRead'],
})
