import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { storedOnly } from '../stored-only.ts'
import { settingKeys, settings } from '../table.ts'

/** The test in which each setting is seen to act, in the whole program. Its name has the setting's. */
const shownIn: Readonly<Record<string, string>> = {
  timeGmt: 'access.test.ts',
  'ethernet.ipDnss': 'forward.test.ts',
  'ownSrv.vUid': 'own-srv.test.ts',
  'ownSrv.mbeRo': 'own-srv.test.ts',
  'ownSrv.mbeTo': 'own-srv.test.ts',
  'ownSrv.mbePu': 'own-srv.test.ts',
  'ownSrv.ethListenPort': '../../app.test.ts',
  'ownSrv.delayForKeepaliveSec': 'own-srv.test.ts',
  'ownSrv.ethClientsProtocol': 'own-srv.test.ts',
  'cbCloud.hostname': 'cb-cloud.test.ts',
  'cbCloud.connPort': 'cb-cloud.test.ts',
  'cbCloud.connMode': 'cb-cloud.test.ts',
  'cbCloud.delayForKeepaliveSec': 'cb-cloud.test.ts',
  'cbCloud.delayForConnSec': 'cb-cloud.test.ts',
  'areset.delayMin': 'access.test.ts',
  'areset.mode': 'access.test.ts',
  'protect.mbGateWriteEnable': 'access.test.ts',
  'protect.mbGateReadEnable': 'access.test.ts',
  'protect.passwordAdmin': 'access.test.ts',
  'protect.passwordMbGateWrite': 'access.test.ts',
  'protect.passwordMbRead': 'access.test.ts',
  'download.connMode': 'firmware.test.ts',
  'download.loadRatio': 'firmware.test.ts',
  'download.delayForConnSec': 'firmware.test.ts',
  'firmware.checkPeriodSec': 'firmware.test.ts',
  'firmware.downloadPeriodHr': 'firmware.test.ts',
  'firmware.updateHour': 'firmware.test.ts',
  'firmware.url': 'firmware.test.ts',
  'httpd.port': '../../app.test.ts',
  'httpd.freeAccessSec': 'access.test.ts',
  'serial.uidRange': 'serial.test.ts',
  'serial.hdxMode': '../../modes.test.ts',
  'serial.charFormat': 'serial.test.ts',
  'serial.baudRate': 'serial.test.ts',
  'serial.frameMode': 'serial.test.ts',
  'serial.delayForRtuQ': 'serial.test.ts',
  'serial.delayForRtuMs': 'serial.test.ts',
  'serial.delayForAsciiMs': 'serial.test.ts',
  'astro.longDeg': 'time.test.ts',
  'astro.longMin': 'time.test.ts',
  'astro.longSec': 'time.test.ts',
  'astro.latDeg': 'time.test.ts',
  'astro.latMin': 'time.test.ts',
  'astro.latSec': 'time.test.ts',
  'astro.quadrant': 'time.test.ts',
  'astro.sunZenithType': 'time.test.ts',
  'ntp.hostnames': 'time.test.ts',
  'ntp.connMode': 'time.test.ts',
  'ntp.syncPeriodHr': 'time.test.ts',
  'ntp.syncDiffSec': 'time.test.ts',
  tsMode: 'time.test.ts',
  'tsManual.bwdDow': 'time.test.ts',
  'tsManual.bwdHour': 'time.test.ts',
  'tsManual.bwdMonth': 'time.test.ts',
  'tsManual.bwdWeek': 'time.test.ts',
  'tsManual.fwdDow': 'time.test.ts',
  'tsManual.fwdHour': 'time.test.ts',
  'tsManual.fwdMonth': 'time.test.ts',
  'tsManual.fwdWeek': 'time.test.ts',
  'logFlags.system': 'card-log.test.ts',
  'logFlags.lwip': 'card-log.test.ts',
  'logFlags.forwarding': 'card-log.test.ts',
  'logFlags.tasks': 'card-log.test.ts',
  'logFlags.api': 'card-log.test.ts',
  'logFlags.restarts': 'card-log.test.ts',
  'rmSrv.ip': 'remote.test.ts',
  'rmSrv.connPort': 'remote.test.ts',
  'rmSrv.delayForRcvMs': 'remote.test.ts',
  'rmSrv.delayForConnSec': 'remote.test.ts',
  'rmSrv.connMode': 'remote.test.ts',
  'rmSrv.gateUid': 'remote.test.ts',
  'rmSrv.uidRange': 'remote.test.ts',
  'rmSrv.password': 'remote.test.ts',
  'rmSrv.protocol': 'remote.test.ts',
  'rmSrv.virtualUids': 'remote.test.ts',
  bodVoltage: 'power.test.ts',
  'fwd.listenPort': 'forward.test.ts',
  'fwd.isUdp': 'forward.test.ts',
  'fwd.serverAddr': 'forward.test.ts',
  'fwd.serverPort': 'forward.test.ts',
  'tasksLogging.format': 'tasks.test.ts',
  'tasksLogging.storeIntervalDays': 'tasks.test.ts',
  'tasksLogging.fileSizeLimitKb': 'tasks.test.ts',
  'powerSaving.bodVoltage': 'power.test.ts',
}

/** Every setting that a request can change by itself, and every field of the rows of one. */
const paths = settingKeys.flatMap((key) => {
  const { value } = settings[key]
  const row = value instanceof z.ZodArray ? value.element : value
  return row instanceof z.ZodObject ? Object.keys(row.shape).map((name) => `${key}.${name}`) : [key]
})

const isStoredOnly = (path: string): boolean => storedOnly.some((one) => one === path || path.startsWith(`${one}.`))

test('every setting acts and a test shows it, or it is said to be only kept', () => {
  assert.deepEqual(
    paths.filter((path) => !isStoredOnly(path)),
    Object.keys(shownIn),
  )
})

test('what is said to be only kept is a setting, and said once', () => {
  const named = storedOnly.map((one) => paths.filter((path) => path === one || path.startsWith(`${one}.`)))
  assert.ok(named.every((found) => found.length > 0))
  assert.equal(new Set(named.flat()).size, named.flat().length)
})

for (const [path, file] of Object.entries(shownIn)) {
  test(`${path} is in the name of a test in ${file}`, () => {
    const names = readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/\btest\(\s*['`](.*)['`],/g)
    assert.ok(Array.from(names).some(([, name = '']) => new RegExp(`(^|[ (])${path}\\b`).test(name)))
  })
}
