import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hex, unhex } from '../hex.ts'
import { LateAnswers } from './late-answers.ts'

const line = 'line'
const timeoutMs = 100

const setUp = () => {
  const book = new LateAnswers()
  /** As it goes over the wire, or null. */
  const send = (pdu: string, { unit = 1, question = {}, isStretchable = true, nowMs = 0, on = line } = {}) => {
    const sent = book.send(on, { unit, pdu: unhex(pdu), question, isStretchable, timeoutMs }, nowMs)
    return sent && hex(sent)
  }
  const accept = (pdu: string, question: object, answer: string, nowMs = 0) =>
    book.accept(line, { unit: 1, pdu: unhex(pdu), question }, unhex(answer), nowMs)
  const receive = (answer: string, nowMs = 0, unit = 1) => book.received(line, unit, unhex(answer), undefined, nowMs)
  return { book, send, accept, receive }
}

const one = '03 00 00 00 01'
const longer = '03 00 00 00 02'
const answer = '03 02 00 2a'

test('an answer that came is waited for no more', () => {
  const { send, accept } = setUp()
  const question = {}
  assert.equal(send(one, { question }), one)
  assert.ok(accept(one, question, answer))
  assert.equal(send(one), one)
})

test('it is waited for until eleven timeouts are over, to the millisecond', () => {
  const { send } = setUp()
  send(one)
  assert.equal(send(one, { nowMs: 1099 }), longer)
  const { send: again } = setUp()
  again(one)
  assert.equal(again(one, { nowMs: 1100 }), one)
})

test('reads are longer by one to four registers, and then no more', () => {
  const { send } = setUp()
  const sent = Array.from({ length: 6 }, () => send(one))
  assert.deepEqual(sent, [one, longer, '03 00 00 00 03', '03 00 00 00 04', '03 00 00 00 05', null])
})

test('a read at the end of what a frame can hold cannot be longer', () => {
  const { send } = setUp()
  const full = '03 00 00 00 7d'
  assert.deepEqual([send(full), send(full)], [full, null])
})

test('an attempt more is one answer more: each is counted, unless it equals one that came', () => {
  const { send, accept, receive } = setUp()
  const question = {}
  send(one, { question })
  assert.equal(send(one, { question }), one)
  assert.ok(accept(one, question, answer))
  assert.equal(send(one), longer, 'the other answer may come')
  assert.ok(receive(answer), 'the same once more is a duplicate')
  assert.notEqual(send(one), one)
  assert.ok(receive('03 02 00 2b'))
  assert.equal(send(one), one)
})

test('an attempt more may come as late as the last one was sent', () => {
  const { send } = setUp()
  const question = {}
  send(one, { question })
  send(one, { question, nowMs: 500 })
  assert.equal(send(one, { nowMs: 1599 }), longer)
})

test('an exception of the function answers neither of two, and the unit is not asked longer again', () => {
  const { send, accept } = setUp()
  const question = {}
  send(one)
  assert.equal(send(one, { question }), longer)
  assert.equal(accept(longer, question, '83 02'), false)
  assert.equal(send('03 00 09 00 01'), null)
  assert.equal(send('04 00 00 00 01'), '04 00 00 00 01', 'another function can be told apart')
  assert.equal(send(one, { unit: 2 }), one)
  assert.equal(send(one, { unit: 2 }), longer, 'another unit may have what is behind')
})

test('two answers that fit are no reason to think that the unit refuses longer reads', () => {
  const { send, accept } = setUp()
  const [first, second] = [{}, {}]
  const write = '06 00 01 00 03'
  send(write, { question: first, isStretchable: false })
  assert.equal(send(write, { question: second, isStretchable: false }), null)
  send(one, { question: first })
  assert.equal(accept(one, second, answer), false, 'it fits the other question alone')
  assert.equal(send(one), longer)
})

test('does not expect a damaged answer again, and removes only its own request', () => {
  const { book, send } = setUp()
  const question = {}
  send(one, { question })
  book.damaged(line, { unit: 1, pdu: unhex(one), question: {} }, 0)
  assert.equal(send(one), longer)
  const { book: other, send: ask } = setUp()
  ask(one, { question })
  other.damaged(line, { unit: 1, pdu: unhex(one), question }, 0)
  assert.equal(ask(one), one)
})

test('reports a frame that answers no request as unmatched', () => {
  const { send, receive } = setUp()
  assert.equal(receive(answer), false)
  send(one)
  assert.deepEqual([receive('04 02 00 2a'), receive(answer, 0, 2), receive(answer)], [false, false, true])
})

test('separates lines, and forgets units without recent requests', () => {
  const { book, send } = setUp()
  send(one)
  assert.equal(send(one, { on: 'another' }), one)
  // Many units, long after each other: those that are over make room, and their refusals with them.
  for (let at = 0; at < 2000; at += 1)
    assert.equal(send(one, { unit: at % 247, on: `line ${at}`, nowMs: at * 2000 }), one)
  assert.equal(book.received('line 1999', 1999 % 247, unhex(answer), undefined, 1999 * 2000), true)
})

test('extends reads of a unit again after its refusal was forgotten', () => {
  const { send, accept } = setUp()
  const [first, second] = [{}, {}]
  send(one, { question: first })
  send(one, { question: second })
  assert.equal(accept(longer, second, '83 02'), false)
  assert.equal(send(one), null, 'it is not asked longer')
  for (let unit = 2; unit < 2000; unit += 1) send(one, { unit: unit % 247, on: `line ${unit}` })
  assert.notEqual(send(one), null)
})
