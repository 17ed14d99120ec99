import type { Variant } from '../../base/variant.ts'

/** The contract's description of the settings, written separately so that tests can compare the two. */

type Bounds = readonly [low: number, high: number, orNull?: 'null']

const port: Bounds = [1, 65_535]
const exception: Bounds = [1, 255, 'null']
const conn: Bounds = [1, 4, 'null']
const keepalive: Bounds = [0, 36_000]

/** Every number, with its lowest and highest value. */
export const numbers: Readonly<Record<string, Bounds>> = {
  timeGmt: [-96, 96],
  'gsm.pinCode': [0, 9999, 'null'],
  'ownSrv.vUid': exception,
  'ownSrv.mbeRo': exception,
  'ownSrv.mbeTo': exception,
  'ownSrv.mbePu': exception,
  'ownSrv.ethListenPort': port,
  'ownSrv.delayForKeepaliveSec': [0, 36_000, 'null'],
  'ownSrv.atmListenPort': [1, 65_535, 'null'],
  'ownSrv.ethClientsProtocol': [1, 2],
  'ownSrv.atmClientsProtocol': [1, 2],
  'wgCloud.connPort': port,
  'wgCloud.connMode': conn,
  'wgCloud.delayForKeepaliveSec': keepalive,
  'wgCloud.delayForConnSec': [1, 30_000],
  'wgManual.connPort': port,
  'wgManual.connMode': conn,
  'wgManual.delayForKeepaliveSec': keepalive,
  'wgManual.delayForConnSec': [1, 30_000],
  'cbCloud.connPort': port,
  'cbCloud.connMode': conn,
  'cbCloud.delayForKeepaliveSec': keepalive,
  'cbCloud.delayForConnSec': [1, 240],
  'areset.delayMin': [5, 7200],
  'areset.mode': [1, 2, 'null'],
  'download.connMode': conn,
  'download.loadRatio': [1, 50],
  'download.delayForConnSec': [1, 30_000],
  'firmware.checkPeriodSec': [1, 1_000_000, 'null'],
  'firmware.downloadPeriodHr': [0, 1439, 'null'],
  'firmware.updateHour': [0, 23, 'null'],
  'httpd.port': port,
  'httpd.freeAccessSec': [5, 3600],
  'serial.hdxMode': [0, 2],
  'serial.charFormat': [0, 5],
  'serial.baudRate': [75, 230_400],
  'serial.frameMode': [0, 1],
  'serial.delayForRtuQ': [0, 5],
  'serial.delayForRtuMs': [0, 60_000],
  'serial.delayForAsciiMs': [0, 60_000],
  'astro.longDeg': [0, 179],
  'astro.longMin': [0, 59],
  'astro.longSec': [0, 59],
  'astro.latDeg': [0, 179],
  'astro.latMin': [0, 59],
  'astro.latSec': [0, 59],
  'astro.quadrant': [0, 3],
  'astro.sunZenithType': [0, 3],
  'ntp.connMode': conn,
  'ntp.syncPeriodHr': [0, 240],
  'ntp.syncDiffSec': [0, 180],
  tsMode: [1, 15, 'null'],
  'tsManual.bwdDow': [1, 7],
  'tsManual.bwdHour': [0, 23],
  'tsManual.bwdMonth': [1, 12],
  'tsManual.bwdWeek': [1, 6],
  'tsManual.fwdDow': [1, 7],
  'tsManual.fwdHour': [0, 23],
  'tsManual.fwdMonth': [1, 12],
  'tsManual.fwdWeek': [1, 6],
  'rmSrv.0.connPort': port,
  'rmSrv.0.delayForRcvMs': [1, 60_000],
  'rmSrv.0.delayForConnSec': [1, 30_000],
  'rmSrv.0.connMode': conn,
  'rmSrv.0.gateUid': exception,
  'rmSrv.0.protocol': [1, 2],
  bodVoltage: [0, 24_000],
  'fwd.0.listenPort': [1, 65_535, 'null'],
  'fwd.0.serverPort': port,
  'tasksLogging.format': [1, 7, 'null'],
  'tasksLogging.storeIntervalDays': [1, 36_500, 'null'],
  'tasksLogging.fileSizeLimitKb': [0, 65_535],
  'powerSaving.bodVoltage': [0, 24_000],
  'powerSaving.delayForDisplaySavingMin': [5, 30],
  'powerSaving.displaySavingBrightness': [0, 50],
  'rs485.delayBeforeMs': [0, 100],
  'rs485.delayAfterMs': [0, 100],
}

/** Every text whose length is bounded, with a sign that it may be made of. */
export const lengths: Readonly<Record<string, readonly [low: number, high: number, sign: string]>> = {
  'gsm.apnHost': [0, 34, 'a'],
  'gsm.apnLogin': [0, 40, 'a'],
  'gsm.apnPassword': [0, 24, 'a'],
  'wgCloud.hostname': [0, 46, 'a'],
  'wgManual.hostname': [0, 46, 'a'],
  'cbCloud.hostname': [0, 46, 'a'],
  'protect.passwordAdmin': [5, 10, 'a'],
  'protect.passwordMbGateWrite': [0, 10, 'a'],
  'protect.passwordMbRead': [0, 10, 'a'],
  'protect.passwordSmsWrite': [3, 10, 'a'],
  'protect.passwordSmsRead': [3, 10, 'a'],
  'rmSrv.0.password': [0, 10, 'a'],
}

/** Fields that only variant B has. */
export const fieldsOfB = [
  'ethernet.dhcpKeepAddressEnable',
  'ethernet.dhcpAggressiveRenewEnable',
  'gsm.enable',
  'logFlags.tasks',
  'logFlags.api',
  'logFlags.restarts',
]

export const secrets = [
  'gsm.pinCode',
  'gsm.apnPassword',
  'wgManual.deviceKey',
  'protect.passwordAdmin',
  'protect.passwordMbGateWrite',
  'protect.passwordMbRead',
  'protect.passwordSmsWrite',
  'protect.passwordSmsRead',
  ...[0, 1, 2].map((at) => `rmSrv.${at}.password`),
]

/** Keys by the level that reads them in variant A; in B it is 1 for all. */
export const levelsInA = {
  1: 'timeGmt ethernet gsm wgCloud cbCloud areset download firmware httpd language ntp tsMode tsManual logFlags bodVoltage'.split(
    ' ',
  ),
  2: 'ownSrv wgManual protect serial astro rmSrv fwd rs485'.split(' '),
}
export const onlyIn: Readonly<Record<Variant, readonly string[]>> = {
  A: ['bodVoltage'],
  B: ['tasksLogging', 'powerSaving'],
}
export const atOnceInB = ['ownSrv', 'serial', 'rmSrv', 'rs485']
/** Keys of this implementation that the contract does not have. */
export const extensions = ['rs485']
