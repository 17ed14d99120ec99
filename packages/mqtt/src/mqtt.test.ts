import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { passes } from './filter.ts'
import { LatestByTopic } from './latest-by-topic.ts'

describe('filters', () => {
  for (const [filter, path, isIn] of [
    ['hall/meter', 'hall/meter', true],
    ['hall/+', 'hall/meter', true],
    ['hall/+', 'hall', false],
    ['hall/+', 'hall/meter/u', false],
    ['hall/#', 'hall/meter/u', true],
    ['#', 'hall/meter/u', true],
    ['+/+/u', 'hall/meter/u', true],
    ['+/+/u', 'hall/meter/i', false],
  ] as const) {
    test(`${filter}: ${path}`, () => assert.equal(passes(filter, path), isIn))
  }
})

describe('messages that wait for a broker', () => {
  const message = (topic: string, payload: string) => ({ topic, payload, qos: 1, retain: true }) as const

  test('keeps the newest message of each topic, in the order of the topics', () => {
    const waiting = new LatestByTopic(2)
    for (const one of [message('a', '1'), message('b', '1'), message('a', '2'), message('c', '1')]) waiting.put(one)
    assert.deepEqual([waiting.take()?.payload, waiting.take()?.topic, waiting.take()], ['2', 'b', undefined])
    assert.deepEqual([waiting.coalesced, waiting.dropped], [1, 1])
  })

  test('sends an undelivered message again unless there is a newer one', () => {
    const waiting = new LatestByTopic(10)
    waiting.put(message('a', '2'))
    waiting.putBack(message('a', '1'))
    waiting.putBack(message('b', '1'))
    assert.deepEqual([waiting.take()?.payload, waiting.take()?.topic], ['2', 'b'])
  })

  test('the last value of every topic arrives, however they come', () => {
    const puts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat()))
    fc.assert(
      fc.property(puts, (all) => {
        const waiting = new LatestByTopic(3)
        for (const [topic, value] of all) waiting.put(message(topic, String(value)))
        const left = Array.from({ length: waiting.size }, () => waiting.take())
        const newest = new Map(all.map(([topic, value]) => [topic, String(value)]))
        assert.deepEqual(new Map(left.map((one) => [one?.topic, one?.payload])), newest)
      }),
    )
  })
})
