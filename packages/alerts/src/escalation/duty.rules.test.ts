import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { ContactGroup, Override, Rotation } from './contact.ts'
import { dutyOrder, dutyTurns } from './duty.rules.ts'

const at = (text: string): number => Date.parse(text)
const zone = 'Europe/Warsaw'
const group = (rotation: Rotation, overrides: Override[] = [], members = [1, 2, 3]): ContactGroup => ({
  id: 1,
  name: 'Night',
  members,
  rotation,
  overrides,
})
const weekly = (startsOn: string, handoverMinute: number): Rotation => ({ kind: 'weekly', startsOn, handoverMinute })
const daily = (startsOn: string, handoverMinute: number): Rotation => ({ kind: 'daily', startsOn, handoverMinute })

test('contacts on call', () => {
  const jan: Override = { contactId: 9, insteadOfId: 2, from: at('2026-11-17T00:00Z'), till: at('2026-11-18T00:00Z') }
  const any: Override = { ...jan, insteadOfId: null, contactId: 8 }
  const byHand = (onDutyId: number | null): Rotation => ({ kind: 'by-hand', onDutyId })
  const rows: [string, ContactGroup, string, number[]][] = [
    ['by hand, then those who follow', group(byHand(2)), '2026-11-16T12:00Z', [2, 3, 1]],
    ['by hand, nobody', group(byHand(null)), '2026-11-16T12:00Z', []],
    ['nobody, but somebody stands in', group(byHand(null), [any]), '2026-11-17T12:00Z', [8]],
    ['the first day', group(daily('2026-11-16', 480)), '2026-11-16T07:00Z', [1, 2, 3]],
    ['just before the handover', group(daily('2026-11-16', 480)), '2026-11-16T06:59:59.999Z', [3, 1, 2]],
    ['a day later', group(daily('2026-11-16', 480)), '2026-11-17T07:00Z', [2, 3, 1]],
    ['long before it began', group(daily('2026-11-16', 0)), '2026-11-12T12:00Z', [3, 1, 2]],
    ['in the second week', group(weekly('2026-11-16', 480)), '2026-11-23T07:00Z', [2, 3, 1]],
    ['at the end of the first', group(weekly('2026-11-16', 480)), '2026-11-23T06:59Z', [1, 2, 3]],
    ['who is stood in for is left out', group(daily('2026-11-16', 0), [jan]), '2026-11-17T12:00Z', [9, 3, 1]],
    ['also further down', group(daily('2026-11-17', 0), [jan]), '2026-11-17T12:00Z', [1, 9, 3]],
    ['not before', group(daily('2026-11-16', 0), [jan]), '2026-11-16T23:59Z', [2, 3, 1]],
    ['not after', group(daily('2026-11-17', 0), [jan]), '2026-11-18T00:00Z', [2, 3, 1]],
    ['for whoever is on duty', group(daily('2026-11-16', 0), [any]), '2026-11-17T12:00Z', [8, 3, 1]],
    [
      'one for another who stands in',
      group(daily('2026-11-16', 0), [jan, { ...jan, contactId: 7, insteadOfId: 9 }]),
      '2026-11-17T12:00Z',
      [7, 3, 1],
    ],
  ]
  for (const [name, one, on, order] of rows) assert.deepEqual(dutyOrder(one, at(on), zone), order, name)
})

test('each day has one handover, also when clocks are set', () => {
  // 2026-03-29 02:00 becomes 03:00; 2026-10-25 03:00 becomes 02:00.
  const spring = dutyTurns(group(daily('2026-03-28', 150)), at('2026-03-28T12:00Z'), at('2026-03-30T12:00Z'), zone)
  assert.deepEqual(
    spring.map(({ from, contactId }) => [new Date(from).toISOString(), contactId]),
    [
      ['2026-03-28T12:00:00.000Z', 1],
      ['2026-03-29T01:30:00.000Z', 2],
      ['2026-03-30T00:30:00.000Z', 3],
    ],
  )
  const autumn = group(daily('2026-10-24', 150))
  const turns = dutyTurns(autumn, at('2026-10-24T12:00Z'), at('2026-10-26T12:00Z'), zone)
  assert.deepEqual(
    turns.map(({ from, contactId }) => [new Date(from).toISOString(), contactId]),
    [
      ['2026-10-24T12:00:00.000Z', 1],
      ['2026-10-25T00:30:00.000Z', 2],
      ['2026-10-26T01:30:00.000Z', 3],
    ],
  )
  assert.deepEqual(dutyOrder(autumn, at('2026-10-25T01:10Z'), zone)[0], 2, '02:10 for the second time is after 02:30')
})

test('turns have no gaps and agree with the order', () => {
  const zones = ['UTC', 'Europe/Warsaw', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  const from = at('2026-03-01T00:00Z')
  const hour = 3_600_000
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom('daily' as const, 'weekly' as const),
      fc.nat(1439),
      fc.integer({ min: 1, max: 4 }),
      fc.array(
        fc.record({
          contactId: fc.constantFrom(7, 8),
          insteadOfId: fc.constantFrom(null, 1, 2),
          start: fc.nat(900),
          hours: fc.integer({ min: 1, max: 300 }),
        }),
        { maxLength: 3 },
      ),
      fc.nat(900),
      (timeZone, kind, handoverMinute, count, standIns, probe) => {
        const members = [1, 2, 3, 4].slice(0, count)
        const overrides = standIns.map(({ contactId, insteadOfId, start, hours }) => ({
          contactId,
          insteadOfId,
          from: from + start * hour,
          till: from + (start + hours) * hour,
        }))
        const one = group({ kind, startsOn: '2026-03-10', handoverMinute }, overrides, members)
        const till = from + 901 * hour
        const turns = dutyTurns(one, from, till, timeZone)
        assert.equal(turns[0]?.from, from)
        assert.equal(turns.at(-1)?.till, till)
        for (const [place, turn] of turns.entries()) if (place > 0) assert.equal(turn.from, turns[place - 1]?.till)
        const on = from + probe * hour + 61_000
        const turn = turns.find((each) => each.from <= on && on < each.till)
        assert.equal(turn?.contactId, dutyOrder(one, on, timeZone)[0])
      },
    ),
    { numRuns: 100 },
  )
})
