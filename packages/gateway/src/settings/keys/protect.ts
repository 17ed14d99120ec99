import { word, yesNo } from '../fields.ts'
import { atRestart, fields, secret, setting } from '../setting.ts'

/** A new device lets nobody read or write through it, and no password of it is known to anybody but its owner. */
export const protect = setting({
  about: 'protection',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    smsWriteEnable: yesNo.describe('Whether SMS may write.'),
    smsReadEnable: yesNo.describe('Whether SMS may read.'),
    mbGateWriteEnable: yesNo.describe('Whether Modbus clients may write.'),
    mbGateReadEnable: yesNo.describe('Whether Modbus clients may read.'),
    wgCloudAdminAuthEnable: yesNo.describe('Whether all that comes by the VPN of the cloud has level 2.'),
    wgManualAdminAuthEnable: yesNo.describe('Whether all that comes by the own VPN has level 2.'),
    passwordAdmin: secret(word(5, 10).describe('Password of `admin`, 5 to 10 ASCII characters.')),
    passwordMbGateWrite: secret(
      word(0, 10).describe('Password for writing by Modbus, at most 10 characters; empty for none.'),
    ),
    passwordMbRead: secret(
      word(0, 10).describe('Password for reading by Modbus, at most 10 characters; empty for none.'),
    ),
    passwordSmsWrite: secret(word(3, 10).describe('Password for writing by SMS, 3 to 10 characters.')),
    passwordSmsRead: secret(word(3, 10).describe('Password for reading by SMS, 3 to 10 characters.')),
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
