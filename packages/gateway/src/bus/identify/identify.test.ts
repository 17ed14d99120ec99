import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { MemoryBank } from '@busbar/modbus'
import { Card } from '../../storage/card/card.ts'
import { CardError, frCodes } from '../../storage/card/card-error.ts'
import { codesWithoutCause } from '../../storage/card/errno.rules.ts'
import { testCard } from '../../storage/card/testing/card.ts'
import type { IdentifyCode } from '../class-language/problem.ts'
import { bench } from '../testing/line.ts'
import { Identification } from './identify.ts'
import { FakeBus } from './testing/fake-bus.ts'

const meters = `META class-find 1 2026-11-14T00:00:00 Some meters
start: READ holding 0 1 AS type
       CHECK type EQ 23          ELSE next   # the type
       READ holding 1 1 AS fw
       CHECK fw RANGE 10..99     ELSE next
       CLASS "EM-481"
next:  READ id 0 AS maker
       CHECK maker STR "Acme"    ELSE last
       CLASS "Acme meter"
last:  READ input 60000 1 AS far
       CHECK far EXC 2 ELSE STOP
       READ exc AS code
       READ coil 0 3 AS bits
       CHECK code EQ 2 ELSE STOP
       CLASS "small"
`
const loop = 'META class-find 7 2026-11-14T00:00:00\na: READ holding 0 1 AS v\nGOTO a'

const wish = { filePath: '/METERS.TXT', baudRate: 9600, charFormat: 0, frameMode: 0, uid: 5 } as const
const untouched = {
  mbReqPassed: 0,
  checksPassed: 0,
  linesPassed: 0,
  mbUid: 0,
  deviceClass: null,
  scriptTime: null,
  scriptVersion: null,
  status: 'DONE',
  errorCode: null,
}

function setUp(t: Parameters<typeof testCard>[0]) {
  const { card, folder } = testCard(t)
  const bus = new FakeBus()
  writeFileSync(join(folder, 'METERS.TXT'), meters)
  writeFileSync(join(folder, 'LOOP.TXT'), loop)
  return { bus, card, folder, identify: new Identification({ bus, card, hiddenUnit: () => 99 }) }
}

async function ended(identify: Identification): Promise<ReturnType<Identification['result']>> {
  await until(() => identify.result().status !== 'BUSY')
  return identify.result()
}

const bank = (registers: number[], { size = 100, maker = '' } = {}): MemoryBank => {
  const made = new MemoryBank({ size, ...(maker === '' ? {} : { identity: { 0: maker, 1: 'x', 2: '1' } }) })
  made.holding.set(registers)
  return made
}

const devices: [name: string, device: MemoryBank | 'timeout' | 'crc', deviceClass: string | null, requests: number][] =
  [
    ['by registers', bank([23, 42]), 'EM-481', 2],
    ['by its maker', bank([23, 7], { maker: 'Acme' }), 'Acme meter', 3],
    ['by an exception', bank([1]), 'small', 4],
    ['no match', bank([1], { size: 65_536 }), null, 3],
    ['silence', 'timeout', null, 3],
    ['only damaged frames', 'crc', null, 3],
  ]

test('identifies a device by its responses', async (t) => {
  const { bus, identify } = setUp(t)
  assert.deepEqual(identify.result(), untouched)
  for (const [name, device, deviceClass, requests] of devices) {
    bus.units.set(5, device)
    assert.deepEqual(await identify.start(wish, false), { status: 'DONE', errorCode: null }, name)
    const result = await ended(identify)
    assert.deepEqual(
      { ...result, checksPassed: undefined },
      {
        mbReqPassed: requests,
        checksPassed: undefined,
        linesPassed: 16,
        mbUid: 5,
        deviceClass,
        scriptTime: '2026-11-14T00:00:00',
        scriptVersion: '1',
        status: 'DONE',
        errorCode: null,
      },
      name,
    )
  }
  // Silence is asked twice.
  assert.equal(bus.asked.length, 2 + 3 + 4 + 3 + 6 + 6)
  for (const { by, unit, line } of bus.asked) {
    assert.deepEqual([by, unit, line], ['identify', 5, { baudRate: 9600, charFormat: 0, frameMode: 0 }])
  }
})

test('META is known from the beginning where the start asks for it, and afterwards where it does not', async (t) => {
  const { bus, identify } = setUp(t)
  assert.deepEqual(await identify.metaInfo('/LOOP.TXT'), { status: 'DONE', errorCode: null })
  assert.deepEqual(identify.result(), { ...untouched, scriptTime: '2026-11-14T00:00:00', scriptVersion: '7' })
  bus.hold({ onWire: false })
  await identify.start(wish, true)
  const { scriptVersion, status, mbUid } = identify.result()
  assert.deepEqual([scriptVersion, status, mbUid], ['1', 'BUSY', 5])
  assert.deepEqual(await identify.metaInfo('/LOOP.TXT'), { status: 'ERROR', errorCode: 'ERROR_BUSY' })
  assert.deepEqual(await identify.start(wish, true), { status: 'ERROR', errorCode: 'ERROR_BUSY' })
  bus.release()
  await ended(identify)
})

test('a run is stopped: at once while it waits, after its frame on the wire', async (t) => {
  const { bus, identify } = setUp(t)
  bus.units.set(5, bank([1]))
  for (const onWire of [false, true]) {
    bus.asked.length = 0
    bus.hold({ onWire })
    await identify.start({ ...wish, filePath: '/LOOP.TXT' }, false)
    await until(() => bus.asked.length !== 0)
    assert.deepEqual(await identify.stop(), { status: onWire ? 'BUSY' : 'DONE' })
    bus.release()
    assert.deepEqual(await identify.stop(), { status: 'DONE' })
    assert.deepEqual([identify.result().status, identify.result().deviceClass, bus.asked.length], ['DONE', null, 1])
  }
})

const refusals: [name: string, change: Partial<Record<keyof typeof wish, unknown>>, code: IdentifyCode][] = [
  ['unit 0', { uid: 0 }, 'ERROR_ARG'],
  ['unit 255', { uid: 255 }, 'ERROR_ARG'],
  ['no speed', { baudRate: 74 }, 'ERROR_ARG'],
  ['no format', { charFormat: 6 }, 'ERROR_ARG'],
  ['no path', { filePath: '' }, 'ERROR_ARG'],
  ['the gateway itself', { uid: 99 }, 'ERROR_UID_HIDDEN_BY_VDEVICE'],
]

test('refuses a start that is not possible and keeps the last result', async (t) => {
  const { bus, identify } = setUp(t)
  for (const [name, change, errorCode] of refusals) {
    const request = { ...wish, ...change } as typeof wish
    assert.deepEqual(await identify.start(request, false), { status: 'ERROR', errorCode }, name)
  }
  bus.isSlave = true
  assert.deepEqual(await identify.start(wish, false), { status: 'ERROR', errorCode: 'ERROR_SERIAL_IS_SLAVE' })
  assert.deepEqual(identify.result(), untouched)
})

const files: [path: string, code: IdentifyCode, linesPassed?: number][] = [
  ['/NONE.TXT', 'ERROR_FR_NO_FILE'],
  ['/NONE/A.TXT', 'ERROR_FR_NO_PATH'],
  ['/a/../b', 'ERROR_FR_INVALID_NAME'],
  ['METERS.TXT', 'ERROR_FR_INVALID_NAME'],
  ['/link', 'ERROR_FR_DENIED'],
  ['/sub', 'ERROR_FR_NO_FILE'],
  ['/large', 'ERROR_FR_NOT_ENOUGH_CORE'],
  ['/empty', 'ERROR_FILE_NOT_READ'],
  ['/no-meta', 'ERROR_META', 2],
]

test('a file that is no template: told by the start that reads META, else by the result', async (t) => {
  const { folder, identify, card } = setUp(t)
  symlinkSync(join(folder, 'METERS.TXT'), join(folder, 'link'))
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'large'), meters + '#'.repeat(65_536))
  writeFileSync(join(folder, 'empty'), '')
  writeFileSync(join(folder, 'no-meta'), '\nSTOP')
  writeFileSync(join(folder, 'faulty'), 'META class-find 1 2026-11-14T00:00:00\n\nWRITE')
  for (const [filePath, errorCode, linesPassed = 0] of files) {
    const failed = { status: 'ERROR', errorCode }
    assert.deepEqual(await identify.metaInfo(filePath), failed, filePath)
    assert.deepEqual(await identify.start({ ...wish, filePath }, true), failed, filePath)
    assert.deepEqual(identify.result(), { ...untouched, mbUid: 5, linesPassed, ...failed }, filePath)
    assert.deepEqual(await identify.start({ ...wish, filePath }, false), { status: 'DONE', errorCode: null }, filePath)
    assert.deepEqual(await ended(identify), { ...untouched, mbUid: 5, linesPassed, ...failed }, filePath)
  }
  await identify.start({ ...wish, filePath: '/faulty' }, true)
  const faulty = await ended(identify)
  assert.deepEqual([faulty.errorCode, faulty.linesPassed, faulty.scriptVersion], ['ERROR_ACTION_TYPE', 3, '1'])
  await card.eject()
  assert.deepEqual(await identify.metaInfo('/METERS.TXT'), { status: 'ERROR', errorCode: 'ERROR_FR_NOT_ENABLED' })
  const empty = new Card({ folder: undefined, now: () => new Date() })
  const without = new Identification({ bus: new FakeBus(), card: empty, hiddenUnit: () => null })
  assert.deepEqual(await without.metaInfo('/METERS.TXT'), { status: 'ERROR', errorCode: 'ERROR_FR_NOT_READY' })
})

test('every trouble of the card passes as it is; a surprise is a file that was not read', async () => {
  let trouble: Error = new Error('surprise')
  const card = { readBytes: () => Promise.reject(trouble) }
  const identify = new Identification({ bus: new FakeBus(), card, hiddenUnit: () => null })
  assert.equal((await identify.metaInfo('/a')).errorCode, 'ERROR_FILE_NOT_READ')
  const never: readonly string[] = codesWithoutCause
  for (const code of frCodes.filter((one) => !never.includes(one))) {
    trouble = new CardError(code, 'trouble')
    assert.equal((await identify.metaInfo('/a')).errorCode, code)
  }
})

test('a loop is ended by its requests; a bus that is gone ends the run with an error', async (t) => {
  const { bus, identify } = setUp(t)
  const runs: [failure: FakeBus['failure'], code: IdentifyCode, requests: number][] = [
    [undefined, 'ERROR_LINE_OUTOFBOUND', 250],
    ['slave', 'ERROR_SERIAL_IS_SLAVE', 0],
    ['closed', 'ERROR_BUSY', 0],
    ['full', 'ERROR_BUSY', 0],
  ]
  for (const [failure, errorCode, requests] of runs) {
    bus.failure = failure
    await identify.start({ ...wish, filePath: '/LOOP.TXT' }, false)
    const result = await ended(identify)
    assert.deepEqual([result.status, result.errorCode, result.mbReqPassed], ['ERROR', errorCode, requests])
  }
})

test('over the real bus: the simulated oven has its set-point', async (t) => {
  const { card, folder } = setUp(t)
  const oven = 'READ holding 0 2 AS set\nCHECK set EQ 300 ELSE STOP\nREAD id 0 AS maker\nCLASS "Oven"'
  writeFileSync(join(folder, 'OVEN.TXT'), `META class-find 1 2026-11-14T00:00:00\n${oven}`)
  const { bus, clock } = await bench()
  const identify = new Identification({ bus, card, hiddenUnit: () => null })
  await identify.start({ ...wish, uid: 3, filePath: '/OVEN.TXT' }, true)
  while (identify.result().status === 'BUSY') await clock.advanceAsync(100)
  const { deviceClass, mbReqPassed, errorCode } = identify.result()
  assert.deepEqual([deviceClass, mbReqPassed, errorCode], ['Oven', 2, null])
  await bus.stop()
})
