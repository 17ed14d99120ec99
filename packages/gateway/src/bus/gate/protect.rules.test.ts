import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import * as fc from 'fast-check'
import type { BusRequest } from '../request.ts'
import { Gate } from './gate.ts'
import type { OwnRegisters } from './own-registers.ts'
import { requiredAccess } from './protect.rules.ts'
import type { Requester } from './requester.ts'
import type { ProtectSettings } from './settings.ts'

const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('classifies requests', () => {
  for (const [pdu, does] of [
    ['01 0000 0001', 'r'],
    ['03 0000 0001', 'r'],
    ['07', 'r'],
    ['11', 'r'],
    ['14 07 06 0001 0000 0001', 'r'],
    ['18 0000', 'r'],
    ['2b 0e 01 00', 'r'],
    ['08 0000 1234', 'r'],
    ['08 000b 0000', 'r'],
    ['08 0001 0000', 'rw'],
    ['08 0004 0000', 'rw'],
    ['08 0000 1234 5678', 'rw'],
    ['05 0000 ff00', 'w'],
    ['06 0000 0001', 'w'],
    ['16 0000 0000 0000', 'w'],
    ['17 0000 0001 0000 0001 02 0000', 'rw'],
    ['2b 0d 00', 'rw'],
    ['42 01', 'rw'],
    ['', 'rw'],
  ] as const) {
    test(`${pdu === '' ? 'nothing' : pdu}: ${does}`, () => {
      assert.deepEqual(requiredAccess(unhex(pdu)), { read: does.includes('r'), write: does.includes('w') })
    })
  }
})

const own: OwnRegisters = {
  type: 1,
  version: 1,
  time: () => ({ daySec: 0, sunriseSec: null, sunsetSec: null }),
  line: () => ({ unitId: 255, baudRate: 9600, charFormat: 0, frameMode: 0 }),
  lineDefaults: () => own.line(),
  saveLine: async () => true,
  restart() {},
  tasks: () => 2,
  announcement: () => new Array<number>(11).fill(0),
}

/**
 * Reference model of the rules: the last right password since the empty one, compared with the one that is required
 * now.
 */
class Model {
  protect: ProtectSettings
  readonly #typed = new Map<string, { r?: string; w?: string }>()

  constructor(protect: ProtectSettings) {
    this.protect = protect
  }

  type(who: string, password: string): void {
    const { passwordMbRead, passwordMbGateWrite } = this.protect
    const before = password === '' ? {} : this.#typed.get(who)
    const r = password === passwordMbRead ? { r: password } : {}
    const w = password === passwordMbGateWrite ? { w: password } : {}
    this.#typed.set(who, { ...before, ...r, ...w })
  }

  may(who: string, kind: 'r' | 'w'): boolean {
    const isRead = kind === 'r'
    const password = isRead ? this.protect.passwordMbRead : this.protect.passwordMbGateWrite
    const isEnabled = isRead ? this.protect.mbGateReadEnable : this.protect.mbGateWriteEnable
    return isEnabled && (password === '' || this.#typed.get(who)?.[kind] === password)
  }
}

const names = ['anna', 'ben']
const password = fc.constantFrom('', 'r', 'w', 'x', 'rw')
const protection: fc.Arbitrary<ProtectSettings> = fc.record({
  mbGateReadEnable: fc.boolean(),
  mbGateWriteEnable: fc.boolean(),
  passwordMbRead: password,
  passwordMbGateWrite: password,
})
const step = fc.oneof(
  fc.record({ do: fc.constant('type' as const), who: fc.constantFrom(...names), password }),
  fc.record({ do: fc.constant('ask' as const), who: fc.constantFrom(...names), pdu: fc.constantFrom('r', 'w', 'rw') }),
  fc.record({ do: fc.constant('set' as const), protect: protection }),
)
const pdus = { r: unhex('03 0000 0001'), w: unhex('06 0000 0001'), rw: unhex('17 0000 0001 0000 0001 02 0000') }
const typing = (text: string): Uint8Array => {
  const words = [...Array.from(text, (character) => character.charCodeAt(0)), 0]
  return Uint8Array.of(16, 0, 100, 0, words.length, 2 * words.length, ...words.flatMap((word) => [0, word]))
}

test('through the gate goes what the model lets through, and nothing else reaches the bus or a remote server', async () => {
  await fc.assert(
    fc.asyncProperty(protection, fc.array(step, { maxLength: 40 }), async (first, steps) => {
      const model = new Model(first)
      const sent: BusRequest[] = []
      const clock = new VirtualClock()
      const transact = async (request: BusRequest) => {
        sent.push(request)
        return { ok: unhex('03 02 0007') }
      }
      const gate = new Gate({
        bus: { transact },
        remote: { transact: (request) => (request.unit === 200 ? transact(request) : undefined) },
        own,
        clock,
        settings: () => ({
          serial: { uidRange: '1-247' },
          ownSrv: { vUid: 255, mbeRo: 1, mbeTo: 11, mbePu: 10 },
          protect: model.protect,
        }),
      })
      const { signal } = new AbortController()
      const requesters = new Map(names.map((name): [string, Requester] => [name, { name, signal }]))
      const requester = (who: string): Requester => requesters.get(who) ?? { name: who, signal }
      for (const one of steps) {
        // The pauses that wrong passwords cost are another test's.
        clock.advance(60_000)
        if (one.do === 'set') model.protect = one.protect
        if (one.do === 'type') {
          await gate.ask(requester(one.who), 255, typing(one.password))
          model.type(one.who, one.password)
        }
        if (one.do === 'ask') {
          const kinds = Array.from(one.pdu) as ('r' | 'w')[]
          const isExpected = kinds.every((kind) => model.may(one.who, kind))
          for (const unit of [7, 200]) {
            const before = sent.length
            const answer = await gate.ask(requester(one.who), unit, pdus[one.pdu])
            assert.equal(sent.length - before, isExpected ? 1 : 0)
            assert.equal(answer?.[1], isExpected ? 2 : 1)
          }
        }
        const isOpen = model.may('nobody', 'r') && model.may('nobody', 'w')
        assert.equal(gate.isOpen, isOpen)
      }
    }),
    { numRuns: 500 },
  )
})
