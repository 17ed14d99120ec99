import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { exceptionPdu } from '@busbar/modbus'
import * as fc from 'fast-check'
import type { Requester } from '../../bus/gate/requester.ts'
import { ModemMemory } from '../modem/memory.ts'
import { TestModemPort } from '../modem/testing/modem-port.ts'
import { maskText, parseCommand } from './command.rules.ts'
import { SmsInbox } from './inbox.ts'
import { isListed, isTooOld, neededPassword } from './judge.rules.ts'
import { SmsOutbox, whyUnsent } from './outbox.ts'
import { smsTexts } from './texts.ts'

describe('commands', () => {
  for (const [text, expected] of [
    ['R pass 12:H40', 'R pass 12 H 40'],
    ['  r   pass  12:h40 ', 'R pass 12 H 40'],
    ['R pass 12:H40 12:C3 1:I0.F32 2:D9', 'R pass 12 H 40,12 C 3,1 I 0,2 D 9'],
    ['W pass 12:H40=250', 'W pass 12 H 40 = 250'],
    ['W pass 12:H40.S16=-2', 'W pass 12 H 40 = 65534'],
    ['W pass 12:H40.U32=65537', 'W pass 12 H 40 = 1 1'],
    ['W pass 12:H40.F32=1.5', 'W pass 12 H 40 = 16320 0'],
    ['W pass 12:H40.F32=1,5', 'W pass 12 H 40 = 16320 0'],
    ['W pass 12:H40.F32=1,50', 'W pass 12 H 40 = 16320 0'],
    ['W pass 12:H40.F32=1,5000', 'W pass 12 H 40 = 16320 0'],
    ['W pass 12:H40.F32=1.500', 'W pass 12 H 40 = 16320 0'],
    ['W pass 12:C3=1', 'W pass 12 C 3 = 1'],
    ['S pass', 'S pass '],
    ['b PaSs', 'B PaSs '],
  ] as const)
    test(text, () => {
      const command = parseCommand(text)
      assert.ok(command !== null && typeof command.items === 'object')
      const items = command.items.map(({ unit, area, address, words }) =>
        [unit, area, address, ...(words === undefined ? [] : ['=', ...words])].join(' '),
      )
      assert.equal(`${command.verb} ${command.password} ${items.join()}`, expected)
    })

  for (const text of ['', 'R', 'X pass 12:H40', 'hello there', 'RR pass 1:H1', 'x'.repeat(600)])
    test(`'${text.slice(0, 20)}' is none`, () => assert.equal(parseCommand(text), null))

  for (const text of [
    'R pass',
    'R pass 12:H40=1',
    'R pass 0:H40',
    'R pass 256:H40',
    'R pass 12:H65536',
    'R pass 12:H65535.U32',
    'R pass 12:X40',
    'R pass 12:C3.U16',
    'R pass 12:H40.STR',
    'R pass 12:H40.toString',
    `R pass ${'1:H1 '.repeat(9)}`,
    'W pass 12:H40',
    'W pass 12:I40=1',
    'W pass 12:D4=1',
    'W pass 12:H40=65536',
    'W pass 12:H40=-1',
    'W pass 12:H40=x',
    'W pass 12:H40=1=2',
    'W pass 12:C3=2',
    'S pass 12:H40',
  ])
    test(`'${text}' makes no sense`, () => assert.equal(parseCommand(text)?.items, 'format'))

  for (const text of [
    'W pass 12:H40=1,500',
    'W pass 12:H40.F32=1,500',
    'W pass 12:H40.F32=-1,500',
    'W pass 12:H40.F64=12,500',
    'W pass 12:H40.F64=1,500,000',
    'W pass 12:H40.F64=1,500.5',
    'W pass 12:H41=7 12:H40.F32=0,125',
  ])
    test(`'${text}' has a comma that may separate thousands`, () =>
      assert.equal(parseCommand(text)?.items, 'ambiguousComma'))

  test('any text is a command or none', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseCommand(text)))
  })

  test('no password is in what is logged', () => {
    const word = fc.string({ minLength: 3, maxLength: 10 }).filter((text) => /^[\x21-\x7e]+$/.test(text))
    fc.assert(
      fc.property(word, fc.constantFrom('R', 'w', 'S', ''), (password, verb) => {
        const masked = maskText(`${verb} ${password} 12:H40`)
        assert.ok(
          masked === 'R *** 12:H40' ||
            masked === 'W *** 12:H40' ||
            masked === 'S *** 12:H40' ||
            masked === '*** ***' ||
            masked === '*** 12:H40' ||
            /^[RWSB] \*\*\*$/.test(masked),
          masked,
        )
      }),
    )
    assert.equal(maskText('W geheim 12:H40=5'), 'W *** 12:H40=5')
  })
})

describe('rights', () => {
  const rights = { smsReadEnable: true, smsWriteEnable: true, passwordSmsRead: 'rrr', passwordSmsWrite: 'www' }
  for (const [verb, changes, password] of [
    ['R', {}, 'rrr'],
    ['S', {}, 'rrr'],
    ['B', {}, 'rrr'],
    ['W', {}, 'www'],
    ['R', { smsReadEnable: false }, null],
    ['W', { smsWriteEnable: false }, null],
    ['W', { passwordSmsWrite: '' }, null],
  ] as const)
    test(`${verb} with ${JSON.stringify(changes)}`, () =>
      assert.equal(neededPassword({ ...rights, ...changes }, verb), password))

  for (const [from, isOne] of [
    ['+48601000001', true],
    ['0048601000001', true],
    ['+48 601 000 001', true],
    ['601000001', false],
    ['+48601000002', false],
    ['Bank', false],
    ['', false],
  ] as const)
    test(`'${from}' is listed: ${isOne}`, () => assert.equal(isListed(['', '+48601000001', '', ''], from), isOne))

  const now = new Date('2026-11-16T12:00:00Z')
  for (const [what, verb, sentAt, isClockRight, isOld] of [
    ['a write of eleven minutes ago', 'W', '2026-11-16T11:49:00Z', true, true],
    ['a write of nine', 'W', '2026-11-16T11:51:00Z', true, false],
    ['a read of yesterday', 'R', '2026-11-15T11:49:00Z', true, false],
    ['a write, and a clock that may be wrong', 'W', '2026-11-15T11:49:00Z', false, false],
  ] as const)
    test(`${what} is too old: ${isOld}`, () => assert.equal(isTooOld(verb, new Date(sentAt), now, isClockRight), isOld))
  test('a write without a stamp', () => assert.equal(isTooOld('W', null, now, true), false))
})

const folder = () => {
  const files = new Map<string, string>()
  const save = (name: string, content: string | Uint8Array): void => void files.set(name, String(content))
  return {
    read: (name: string) => (files.has(name) ? Buffer.from(files.get(name) ?? '') : undefined),
    save,
    saveWhenPossible: save,
  }
}
const quiet = { info: () => {}, warn: () => {} }

describe('messages that come', () => {
  const setUp = (
    answer: (unit: number, pdu: Uint8Array) => Uint8Array | undefined = () => Uint8Array.of(3, 2, 0, 250),
  ) => {
    const port = new TestModemPort()
    const clock = new VirtualClock(0)
    const requests: string[] = []
    const requesters: Requester[] = []
    const logged: string[] = []
    const replies: string[] = []
    const log = {
      info: (details: object) => void logged.push(JSON.stringify(details)),
      warn: (details: object) => void logged.push(JSON.stringify(details)),
    }
    const inbox = new SmsInbox({
      port,
      gate: {
        ask: async (requester, unit, pdu) => {
          requesters.push(requester)
          requests.push(`${unit}:${Buffer.from(pdu).toString('hex')}`)
          // The message is deleted before any request reaches a device.
          assert.equal(port.inbox.length, 0)
          return answer(unit, pdu)
        },
      },
      rights: () => ({ smsReadEnable: true, smsWriteEnable: true, passwordSmsRead: 'rrr', passwordSmsWrite: 'www' }),
      phones: ['+48601000001', '', '', ''],
      texts: smsTexts('en'),
      reply: (number, text) => void replies.push(`${number} ${text}`),
      stateLine: () => 'all is well',
      balance: async () => '12.50',
      now: () => new Date('2026-11-16T12:00:00Z'),
      isClockRight: () => true,
      clock,
      log,
    })
    const take = async (text: string, from = '+48601000001', sentAt = '2026-11-16T11:59:00Z') => {
      replies.length = 0
      port.inbox.push({ path: '/sms/1', from, text, sentAt: new Date(sentAt) })
      await inbox.check()
      return replies
    }
    return { port, clock, requests, logged, requesters, inbox, take }
  }

  for (const [text, answer, expectedRequests, reply] of [
    ['R rrr 12:H40', '03 02 00 fa', ['12:0300280001'], '12:H40=250'],
    ['R rrr 12:C3', '01 01 01', ['12:0100030001'], '12:C3=1'],
    ['R rrr 12:I1.F32', '04 04 3f c0 00 00', ['12:0400010002'], '12:I1.F32=1.5'],
    ['R rrr 12:H40', '83 02', ['12:0300280001'], '12:H40 !2'],
    ['R rrr 12:H40', '83 0b', ['12:0300280001'], '12:H40 !no answer'],
    ['W www 12:H40=7', '06 00 28 00 07', ['12:0600280007'], '12:H40=7 ok'],
    ['W www 12:C3=1', '05 00 03 ff 00', ['12:050003ff00'], '12:C3=1 ok'],
    ['W www 12:H40.U32=65537', '10 00 28 00 02', ['12:10002800020400010001'], '12:H40.U32=65537 ok'],
    ['S rrr', '', [], 'all is well'],
    ['B rrr', '', [], '12.50'],
    ['R rrr 12:X40', '', [], '!not understood'],
    ['W www 12:H40.F32=1,500', '', [], '!the comma is ambiguous: write 1500 or 1.5, not 1,500'],
    ['W www 12:H41=7 12:H40=1,500', '', [], '!the comma is ambiguous: write 1500 or 1.5, not 1,500'],
  ] as const)
    test(`${text}: ${reply}`, async () => {
      const set = setUp(() => Uint8Array.from(Buffer.from(answer.replaceAll(' ', ''), 'hex')))
      assert.deepEqual(await set.take(text), [`+48601000001 ${reply}`])
      assert.deepEqual(set.requests, expectedRequests)
    })

  test('several are asked one after another, as a requester of its own', async () => {
    const { take, requesters } = setUp((unit) => (unit === 2 ? undefined : Uint8Array.of(3, 2, 0, 1)))
    assert.deepEqual(await take('R rrr 1:H0 2:H0 3:H0'), ['+48601000001 1:H0=1\n2:H0 !no answer\n3:H0=1'])
    assert.deepEqual(requesters.map(({ name, from }) => [name, from])[0], ['sms', '+48601000001'])
  })

  for (const [what, text, from, sentAt] of [
    ['a stranger', 'R rrr 12:H40', '+48601000002', undefined],
    ['a name', 'R rrr 12:H40', 'Busbar', undefined],
    ['a wrong password', 'R nope 12:H40', undefined, undefined],
    ['the password of reading for a write', 'W rrr 12:H40=1', undefined, undefined],
    ['no command', 'hello', undefined, undefined],
    ['an old write', 'W www 12:H40=1', undefined, '2026-11-16T11:30:00Z'],
  ] as const)
    test(`${what} gets no reply, and is logged without a password`, async () => {
      const { take, requests, logged, port } = setUp()
      assert.deepEqual(await take(text, from, sentAt), [])
      assert.deepEqual(requests, [])
      assert.equal(logged.length, 1)
      assert.ok(!/rrr|www|nope/.test(logged[0] ?? ''))
      assert.equal(port.inbox.length, 0)
    })

  test('delays every attempt after wrong passwords, even with the right one', async () => {
    const { take, clock } = setUp()
    for (const _ of [1, 2, 3, 4, 5]) await take('R nope 12:H40')
    assert.deepEqual(await take('R rrr 12:H40'), [])
    clock.advance(1000)
    assert.equal((await take('R rrr 12:H40')).length, 1)
  })

  test('does not execute a message that it cannot delete', async () => {
    const { take, requests, port, logged } = setUp()
    port.removeFails = true
    assert.deepEqual(await take('W www 12:H40=1'), [])
    await take('W www 12:H40=1')
    assert.deepEqual(requests, [])
    assert.equal(logged.length, 1)
  })

  test('an exception of the gate', async () => {
    const { take } = setUp((_, pdu) => exceptionPdu(pdu[0] ?? 0, 10))
    assert.deepEqual(await take('W www 12:H40=1'), ['+48601000001 12:H40 !10'])
  })

  test('in Ukrainian', () => assert.equal(smsTexts('ua').noAnswer, 'немає відповіді'))
})

describe('messages that go', () => {
  const facts = {
    isRegistered: true,
    isRoaming: false,
    isRoamingAllowed: false,
    waiting: 0,
    sentMs: [],
    nowMs: 100_000_000,
  }
  const many = (count: number, agoMs: number): number[] => Array(count).fill(facts.nowMs - agoMs)
  for (const [what, changes, why] of [
    ['one', {}, null],
    ['without a network', { isRegistered: false }, 'the modem is in no network'],
    ['abroad', { isRoaming: true }, 'the modem is roaming'],
    ['abroad, where that is allowed', { isRoaming: true, isRoamingAllowed: true }, null],
    ['behind fifteen', { waiting: 15 }, null],
    ['behind sixteen', { waiting: 16 }, '16 messages wait already'],
    ['after 29 within an hour', { sentMs: many(29, 1000) }, null],
    ['after 30 within an hour', { sentMs: many(30, 1000) }, '30 messages an hour are enough'],
    ['after 20, with 10 that wait', { sentMs: many(20, 1000), waiting: 10 }, '30 messages an hour are enough'],
    ['after 30 of an hour ago', { sentMs: many(30, 3_600_000) }, null],
    ['after 100 of today', { sentMs: many(100, 7_200_000) }, '100 messages a day are enough'],
    ['after 100 of yesterday', { sentMs: many(100, 86_400_000) }, null],
    ['after 100 of tomorrow: the clock was set', { sentMs: many(100, -1) }, null],
  ] as const)
    test(what, () => assert.equal(whyUnsent({ ...facts, ...changes }), why))

  test('they go in order, are counted over a restart, and never twice', async () => {
    const port = new TestModemPort()
    const store = folder()
    const now = (): Date => new Date(1_800_000_000_000)
    const outbox = new SmsOutbox({ port, memory: new ModemMemory(store), isRoamingAllowed: false, now, log: quiet })
    port.sendFails = true
    assert.deepEqual([outbox.send('+481', 'a'), outbox.send('+482', 'b')], [true, true])
    await setImmediate()
    assert.deepEqual(port.requests, ['send +481 a', 'send +482 b'])
    const memory = new ModemMemory(store)
    assert.equal(memory.sentMs.length, 2)
    for (let i = 0; i < 28; i++) memory.saveSent([...memory.sentMs, now().getTime()])
    assert.equal(new SmsOutbox({ port, memory, isRoamingAllowed: false, now, log: quiet }).send('+481', 'c'), false)
  })
})
