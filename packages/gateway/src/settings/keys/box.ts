import { connMode, integer, oneOf, port, word, yesNo } from '../fields.ts'
import { atRestart, fields, inB, secret, setting } from '../setting.ts'

export const areset = setting({
  position: 8,
  about: 'automatic reset',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    delayMin: integer(5, 7200).describe('Minutes, 5 to 7200.'),
    /** Null never, 1 after that time of running, 2 after that time without Modbus. */
    mode: oneOf([null, 1, 2], 'null, 1 or 2').describe(
      'Null never, 1 after that running time, 2 after that time without Modbus.',
    ),
  }),
  initial: { delayMin: 1440, mode: null },
})

export const download = setting({
  position: 10,
  about: 'file server',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    connMode,
    /** Percent of the line. */
    loadRatio: integer(1, 50).describe('Maximum bus load in percent, 1 to 50.'),
    delayForConnSec: integer(1, 30_000).describe('Seconds between connection attempts, 1 to 30000.'),
  }),
  initial: { connMode: null, loadRatio: 25, delayForConnSec: 60 },
})

export const firmware = setting({
  position: 11,
  about: 'firmware management',
  level: { A: 1, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    checkPeriodSec: integer(1, 1_000_000)
      .nullable()
      .describe('Seconds between checks for a new release, 1 to 1000000; null for never.'),
    downloadPeriodHr: integer(0, 1439).nullable().describe('Hours between downloads, 0 to 1439; null for never.'),
    updateHour: integer(0, 23)
      .nullable()
      .describe('Hour of the day at which a release is installed, 0 to 23; null for never.'),
    url: word(1, 96).describe('URL of the releases, 1 to 96 ASCII characters.'),
  }),
  // The address must not be empty, and this name never resolves.
  initial: { checkPeriodSec: null, downloadPeriodHr: null, updateHour: null, url: 'https://firmware.invalid/' },
})

export const httpd = setting({
  position: 12,
  about: 'built-in HTTP server',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    port: port.describe('Port of this API, 1 to 65535.'),
    freeAccessSec: integer(5, 3600).describe(
      'Seconds of level 1 access without a login after the button is pressed, 5 to 3600.',
    ),
  }),
  initial: { port: 80, freeAccessSec: 120 },
})

export const language = setting({
  position: 13,
  about: 'language of the interface: en, ua; English for any other',
  level: { A: 1, B: 1 },
  applies: atRestart,
  // An unsupported code is stored and treated as English.
  value: word(1, 8),
  initial: 'en',
})

export const logFlags = setting({
  position: 19,
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

export const bodVoltage = setting({
  position: 21,
  about: 'brown-out voltage in mV: below it the card is unmounted',
  level: { A: 1 },
  applies: atRestart,
  value: integer(0, 24_000),
  initial: 0,
})

export const powerSaving = setting({
  position: 24,
  about: 'power saving',
  level: { B: 1 },
  applies: atRestart,
  value: fields({
    bodVoltage: integer(0, 24_000).describe(
      'Supply voltage in millivolts below which the card is unmounted, 0 to 24000.',
    ),
    delayForDisplaySavingMin: integer(5, 30).describe('Minutes until the display is dimmed, 5 to 30.'),
    displaySavingBrightness: integer(0, 50).describe('Dimmed brightness in percent, 0 to 50.'),
  }),
  initial: { bodVoltage: 0, delayForDisplaySavingMin: 10, displaySavingBrightness: 20 },
})

/** A new device permits no reads or writes of clients, and only its owner knows its passwords. */
export const protect = setting({
  position: 9,
  about: 'protection',
  level: { A: 2, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    smsWriteEnable: yesNo.describe('Whether SMS may write.'),
    smsReadEnable: yesNo.describe('Whether SMS may read.'),
    mbGateWriteEnable: yesNo.describe('Whether Modbus clients may write.'),
    mbGateReadEnable: yesNo.describe('Whether Modbus clients may read.'),
    wgCloudAdminAuthEnable: yesNo.describe('Whether requests through the cloud VPN have level 2.'),
    wgManualAdminAuthEnable: yesNo.describe('Whether requests through the manually configured VPN have level 2.'),
    passwordAdmin: secret(word(5, 10).describe('Password of `admin`, 5 to 10 ASCII characters.')),
    passwordMbGateWrite: secret(
      word(0, 10).describe('Password for Modbus writes, at most 10 characters; empty for none.'),
    ),
    passwordMbRead: secret(word(0, 10).describe('Password for Modbus reads, at most 10 characters; empty for none.')),
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

export const tasksLogging = setting({
  position: 23,
  about: 'logging of tasks to the card',
  level: { B: 1 },
  applies: atRestart,
  value: fields({
    /** Null none; 1 DAT; 2, 3, 4 CSV with semicolon, comma, tab; 5, 6, 7 the same without headers. */
    format: oneOf([null, 1, 2, 3, 4, 5, 6, 7], 'null or 1 to 7').describe(
      'Null none; 1 DAT; 2, 3, 4 CSV with semicolon, comma, tab; 5, 6, 7 the same without headers.',
    ),
    storeIntervalDays: integer(1, 36_500)
      .nullable()
      .describe('Days for which files are kept, 1 to 36500; null for no limit.'),
    fileSizeLimitKb: integer(0, 65_535).describe('Maximum file size in KB, 0 to 65535.'),
  }),
  initial: { format: null, storeIntervalDays: 365, fileSizeLimitKb: 1024 },
})
