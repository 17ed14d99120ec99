import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { BusAnswer, BusRequest } from '../request.ts'
import { Gate } from './gate.ts'
import type { OwnLine } from './own-line.rules.ts'
import type { OwnRegisters } from './own-registers.ts'
import type { Requester } from './requester.ts'
import type { GateSettings, ProtectSettings } from './settings.ts'

const hex = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('hex')
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const newRequester = (more: Partial<Requester> = {}): Requester => ({
  name: 'tcp 1',
  signal: new AbortController().signal,
  ...more,
})
const open: ProtectSettings = {
  mbGateReadEnable: true,
  mbGateWriteEnable: true,
  passwordMbRead: '',
  passwordMbGateWrite: '',
}

const setUp = (more: { protect?: Partial<ProtectSettings>; ownSrv?: Partial<GateSettings['ownSrv']> } = {}) => {
  const settings = {
    serial: { uidRange: '2-100' },
    ownSrv: { vUid: 9, mbeRo: 1, mbeTo: 11, mbePu: 10, ...more.ownSrv },
    protect: { ...open, ...more.protect },
  }
  const sent: BusRequest[] = []
  const done: string[] = []
  const state = { line: { unitId: 9, baudRate: 115_200, charFormat: 4, frameMode: 0 } as OwnLine, isDiskFull: false }
  const bus = {
    answer: { ok: unhex('03 02 002a') } as BusAnswer,
    transact: async (request: BusRequest) => {
      sent.push(request)
      return bus.answer
    },
  }
  const remote = {
    asked: [] as BusRequest[],
    answer: { ok: unhex('03 02 0007') } as BusAnswer,
    transact: (request: BusRequest) => {
      if (request.unit !== 50 && request.unit !== 120) return undefined
      remote.asked.push(request)
      return Promise.resolve(remote.answer)
    },
  }
  const own: OwnRegisters = {
    type: 520,
    version: 103,
    time: () => ({ daySec: 70_000, sunriseSec: 20_000, sunsetSec: null }),
    line: () => state.line,
    lineDefaults: () => ({ unitId: 255, baudRate: 9600, charFormat: 0, frameMode: 0 }),
    saveLine: async (line) => {
      await Promise.resolve()
      if (state.isDiskFull) return false
      state.line = line
      done.push(JSON.stringify(Object.values(line)))
      return true
    },
    restart: () => done.push('restart'),
    tasks: (address, count) => (address === 2000 ? [7, 8].slice(0, count) : 4),
    announcement: () => [520, 103, 2, 0, 0x5e, 0x10, 0, 1, 3, 188, 24_910],
  }
  const clock = new VirtualClock()
  const gate = new Gate({ bus, remote, settings: () => settings, own, clock })
  const requester = newRequester()
  const ask = async (unit: number, pdu: string, who = requester) => hex(await gate.ask(who, unit, unhex(pdu)))
  return { gate, ask, bus, remote, sent, done, settings, clock, state }
}

const password = (text: string): string => {
  const words = [...Array.from(text, (character) => character.charCodeAt(0)), 0]
  return hex(Uint8Array.of(16, 0, 100, 0, words.length, 2 * words.length, ...words.flatMap((w) => [0, w]))) ?? ''
}

describe('routes a request', () => {
  for (const [about, unit, pdu, answer, sends] of [
    ['a unit on the bus', 2, '03 0000 0001', '0302002a', 1],
    ['the last one', 100, '03 0000 0001', '0302002a', 1],
    ['a unit of a remote server', 120, '03 0000 0001', '03020007', 0],
    ['one of a remote server, though the bus has that unit too', 50, '03 0000 0001', '03020007', 0],
    ['nobody', 101, '03 0000 0001', '830a', 0],
    ['itself, though the bus has that unit too', 9, '03 0000 0001', '03020208', 0],
    ['itself, for what a task shows', 9, '03 07d0 0002', '030400070008', 0],
    ['itself, for what a task shows, as inputs', 9, '04 07d0 0001', '04020007', 0],
    ['itself, for what a task that does not run would show', 9, '03 07d2 0001', '8304', 0],
    ['itself, to write what a task shows', 9, '06 07d0 0001', '8602', 0],
    ['a function that we do not know', 2, '42 0102', '0302002a', 1],
    ['no function', 2, '00', '8001', 0],
    ['an answer', 2, '83 02', '8301', 0],
    ['too short', 2, '03 0000', '8303', 0],
    ['another frame behind it', 2, '03 0000 0001 840a 02 06 0000 0001', '8303', 0],
    ['a coil with a word of its own', 2, '05 0000 5500', '0302002a', 1],
    ['a read for all', 0, '03 0000 0001', '8301', 0],
  ] as const) {
    test(about, async () => {
      const { ask, sent } = setUp()
      assert.equal(await ask(unit, pdu), answer)
      assert.equal(sent.length, sends)
    })
  }

  test('sends a broadcast write and echoes it', async () => {
    const { ask, bus, sent } = setUp()
    bus.answer = { ok: new Uint8Array() }
    assert.equal(await ask(0, '10 0001 0001 02 0007'), '1000010001')
    assert.deepEqual([sent[0]?.unit, sent[0]?.by], [0, 'tcp 1'])
    bus.answer = { err: 'closed' }
    assert.equal(await ask(0, '06 0001 0007'), '860a')
  })

  test('a write for all is for the bus alone', async () => {
    const { ask, bus, remote } = setUp()
    bus.answer = { ok: new Uint8Array() }
    assert.equal(await ask(0, '06 0001 0007'), '0600010007')
    assert.equal(remote.asked.length, 0)
  })

  test('reports a silent remote server like the bus, and forwards only permitted requests', async () => {
    const { ask, remote, settings } = setUp()
    remote.answer = { err: 'timeout' }
    assert.equal(await ask(120, '03 0000 0001'), '830b')
    remote.answer = { err: 'closed' }
    assert.equal(await ask(50, '03 0000 0001'), '830a')
    settings.protect.mbGateWriteEnable = false
    assert.equal(await ask(120, '06 0000 0001'), '8601')
    assert.deepEqual(
      remote.asked.map(({ unit, by }) => [unit, by]),
      [
        [120, 'tcp 1'],
        [50, 'tcp 1'],
      ],
    )
  })

  test('it is counted', async () => {
    const { gate, ask, clock } = setUp()
    for (let i = 0; i < 30; i += 1) await ask(2, '03 0000 0001')
    assert.equal(gate.requestsPerSec, 0)
    clock.advance(1000)
    assert.equal(gate.requestsPerSec, 3)
    clock.advance(9000)
    assert.equal(gate.requestsPerSec, 3)
    clock.advance(1000)
    assert.equal(gate.requestsPerSec, 0)
  })
})

describe('answers when a unit does not', () => {
  for (const [err, usual, configured, silent] of [
    ['timeout', '830b', '8321', undefined],
    ['crc', '830b', '8321', undefined],
    ['closed', '830a', '8322', undefined],
    ['slave', '830a', '8322', undefined],
    ['ForeignTraffic', '830b', '830b', '830b'],
    ['DuplicateUnit', '830b', '830b', '830b'],
    ['full', '8306', '8306', '8306'],
    ['dropped', undefined, undefined, undefined],
  ] as const) {
    test(err, async () => {
      const answers = []
      for (const ownSrv of [{}, { mbeTo: 0x21, mbePu: 0x22 }, { mbeTo: null, mbePu: null }]) {
        const { ask, bus } = setUp({ ownSrv })
        bus.answer = { err }
        answers.push(await ask(2, '03 0000 0001'))
      }
      assert.deepEqual(answers, [usual, configured, silent])
    })
  }

  test('returns standard exception codes to a requester that translates them itself', async () => {
    for (const [err, unit, answer] of [
      ['timeout', 2, '830b'],
      ['slave', 2, '830a'],
      ['closed', 50, '830a'],
      ['timeout', 101, '830a'],
    ] as const) {
      const { gate, bus, remote } = setUp({ ownSrv: { mbeTo: 2, mbePu: null } })
      bus.answer = { err }
      remote.answer = { err }
      const requester = newRequester({ isLoggedIn: true, usesStandardCodes: true })
      assert.equal(hex(await gate.ask(requester, unit, unhex('03 0000 0001'))), answer)
    }
  })

  test('denied', async () => {
    for (const [mbeRo, answer] of [
      [1, '8301'],
      [4, '8304'],
      [null, undefined],
    ] as const) {
      const { ask } = setUp({ protect: { mbGateReadEnable: false }, ownSrv: { mbeRo } })
      assert.equal(await ask(2, '03 0000 0001'), answer)
      assert.equal(await ask(9, '03 0000 0001'), answer)
    }
  })
})

describe('passwords', () => {
  const protect = { passwordMbRead: 'look', passwordMbGateWrite: 'touch' }

  test('each opens its half, for one connection; the empty one closes both', async () => {
    const { ask } = setUp({ protect })
    const other = newRequester()
    assert.equal(await ask(2, '03 0000 0001'), '8301')
    assert.equal(await ask(9, password('look')), '1000640005')
    assert.equal(await ask(2, '03 0000 0001'), '0302002a')
    assert.equal(await ask(2, '06 0000 0001'), '8601')
    assert.equal(await ask(9, password('touch')), '1000640006')
    assert.equal(await ask(2, '06 0000 0001'), '0302002a')
    assert.equal(await ask(2, '03 0000 0001', other), '8301')
    assert.equal(await ask(9, password('')), '1000640001')
    assert.equal(await ask(2, '03 0000 0001'), '8301')
    assert.equal(await ask(2, '06 0000 0001'), '8601')
  })

  test('accepts one character at a time', async () => {
    const { ask } = setUp({ protect })
    for (const [at, character] of Array.from('look').entries()) {
      const code = character.charCodeAt(0).toString(16)
      assert.equal(
        await ask(9, `06 00 ${(100 + at).toString(16)} 00 ${code}`),
        `0600${(100 + at).toString(16)}00${code}`,
      )
    }
    assert.equal(await ask(2, '03 0000 0001'), '8301')
    await ask(9, '06 0068 0000')
    assert.equal(await ask(2, '03 0000 0001'), '0302002a')
    assert.equal(await ask(9, '03 0064 0004'), `0308${'00'.repeat(8)}`)
  })

  test('a wrong one is denied and takes nothing away; a changed one opens no more', async () => {
    const { ask, settings } = setUp({ protect })
    await ask(9, password('look'))
    assert.equal(await ask(9, password('lock')), '9001')
    assert.equal(await ask(2, '03 0000 0001'), '0302002a')
    settings.protect.passwordMbRead = 'new'
    assert.equal(await ask(2, '03 0000 0001'), '8301')
  })

  test('ignores passwords from an address for a while after five wrong ones, over any connection', async () => {
    const { ask, clock } = setUp({ protect })
    const from = (address: string): Requester => newRequester({ from: address })
    for (let i = 0; i < 5; i += 1) assert.equal(await ask(9, password(`x${i}`), from('10.0.0.1')), '9001')
    assert.equal(await ask(9, password('look'), from('10.0.0.1')), '9001')
    assert.equal(await ask(9, password('look'), from('10.0.0.2')), '1000640005')
    clock.advance(1000)
    assert.equal(await ask(9, password('look'), from('10.0.0.1')), '1000640005')
    assert.equal(await ask(9, password('y'), from('10.0.0.1')), '9001')
    clock.advance(1999)
    assert.equal(await ask(9, password('look'), from('10.0.0.1')), '9001')
    clock.advance(600_000)
    for (let i = 0; i < 4; i += 1) await ask(9, password('z'), from('10.0.0.1'))
    assert.equal(await ask(9, password('look'), from('10.0.0.1')), '1000640005')
  })

  test('asks a logged-in requester for no password', async () => {
    const { ask } = setUp({ protect: { ...protect, mbGateReadEnable: false } })
    assert.equal(await ask(2, '03 0000 0001', newRequester({ isLoggedIn: true })), '0302002a')
  })
})

describe('its own registers', () => {
  for (const [about, pdu, answer] of [
    ['type and version', '03 0000 0002', '030402080067'],
    ['the command', '03 0078 0001', '03020000'],
    ['time of day, sunrise, and a sunset that nobody knows', '03 00e6 0006', '030c0001117000004e20ffffffff'],
    ['unit and bit rate', '03 01c9 0003', '030600090001c200'],
    ['byte format', '03 01cd 0001', '03020004'],
    ['a gap', '03 01c9 0005', '8302'],
    ['the announcement, without the code', '03 03e8 000b', '03160208006700020000005e0010000000010003 05f5e100'],
    ['input registers', '04 0000 0001', '8402'],
    ['a proof, which is the cloud\u2019s to ask for', `42 01 ${'00'.repeat(32)}`, 'c201'],
    ['a code, which is the cloud\u2019s to give', '10 03f1 0002 04 0000 0000', '9002'],
  ] as const) {
    test(about, async () => assert.equal(await setUp().ask(9, pdu), answer.replaceAll(' ', '')))
  }

  test('refuses password changes while no password is set', async () => {
    const { ask, done } = setUp()
    assert.equal(await ask(9, '06 01cd 0003'), '8601')
    assert.equal(await ask(9, '06 0078 0001'), '8601')
    assert.deepEqual(done, [])
  })

  test('the line is written piece by piece, and takes effect when it is saved', async () => {
    const { ask, done } = setUp({ protect: { passwordMbGateWrite: 'touch' } })
    await ask(9, password('touch'))
    assert.equal(await ask(9, '06 01cd 0003'), '0601cd0003')
    assert.equal(await ask(9, '10 01c9 0003 06 0011 0000 4b00'), '1001c90003')
    assert.equal(await ask(9, '03 01c9 0003'), '0306001100004b00')
    assert.equal(await ask(9, '03 01c9 0003', newRequester()), '030600090001c200')
    assert.deepEqual(done, [])
    assert.equal(await ask(9, '06 0078 0002'), '0600780002')
    assert.deepEqual(done, ['[17,19200,3,0]'])
  })

  test('refuses invalid values, forgets unsaved ones at a restart and restores the defaults of the line', async () => {
    const { ask, done } = setUp({ protect: { passwordMbGateWrite: 'touch' } })
    await ask(9, password('touch'))
    await ask(9, '06 01cf 0002')
    assert.equal(await ask(9, '06 0078 0002'), '8603')
    assert.equal(await ask(9, '06 0078 0001'), '0600780001')
    assert.equal(await ask(9, '06 0078 0002'), '0600780002')
    assert.equal(await ask(9, '06 0078 0003'), '0600780003')
    assert.equal(await ask(9, '06 0078 0004'), '8603')
    assert.deepEqual(done, ['restart', '[9,115200,4,0]', '[255,9600,0,0]'])
  })

  test('a line that the disk does not take is not in force, and waits to be saved again', async () => {
    const { ask, done, state } = setUp({ protect: { passwordMbGateWrite: 'touch' } })
    await ask(9, password('touch'))
    await ask(9, '06 01cd 0003')
    state.isDiskFull = true
    assert.equal(await ask(9, '06 0078 0002'), '8604')
    state.isDiskFull = false
    assert.equal(await ask(9, '06 0078 0002'), '0600780002')
    assert.deepEqual(done, ['[9,115200,3,0]'])
  })

  test('a master on the bus hears the gateway only where it is meant', async () => {
    const { gate, sent } = setUp()
    const master = newRequester({ name: 'bus' })
    assert.equal(hex(await gate.answerOwn(master, 9, unhex('03 0000 0001'))), '03020208')
    assert.equal(await gate.answerOwn(master, 7, unhex('03 0000 0001')), undefined)
    assert.equal(await gate.answerOwn(master, 0, unhex('06 0000 0001')), undefined)
    assert.equal(sent.length, 0)
  })
})
