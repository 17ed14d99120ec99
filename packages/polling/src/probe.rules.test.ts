import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisterKind } from '@busbar/modbus'
import * as fc from 'fast-check'
import { probeOf } from './plan.ts'

type Row = [kind: RegisterKind, address: number, count: number]
const groupsOf = (rows: readonly Row[]) => rows.map(([kind, address, count]) => ({ kind, address, count }))

test('a probe reads part of the polled registers with a length that no poll uses, or slightly more', () => {
  const rows: [groups: Row[], turn: number, gives: string | null][] = [
    [[], 0, null],
    [[['holding', 10, 20]], 0, '3: 10+1'],
    [[['input', 10, 20]], 5, '4: 10+1'],
    [[['holding', 10, 1]], 0, '3: 10+2'],
    [[['holding', 65_535, 1]], 0, '3: 65534+2'],
    [
      [
        ['holding', 10, 1],
        ['holding', 50, 8],
      ],
      0,
      '3: 50+2',
    ],
    [
      [
        ['holding', 10, 1],
        ['holding', 50, 2],
      ],
      1,
      '3: 50+3',
    ],
    [
      [
        ['holding', 10, 4],
        ['holding', 50, 8],
      ],
      1,
      '3: 50+1',
    ],
    [[['coil', 0, 8]], 0, '1: 0+16'],
    [[['coil', 0, 20]], 0, '1: 0+1'],
  ]
  for (const [groups, turn, gives] of rows) {
    const probe = probeOf(groupsOf(groups), turn)
    assert.equal(probe && `${probe.fn}: ${probe.address}+${probe.count}`, gives)
  }
})

test('its response always differs in length from those of polls', () => {
  const kind = fc.constantFrom<RegisterKind>('coil', 'discrete-input', 'holding', 'input')
  const group = fc.tuple(kind, fc.nat(65_500), fc.integer({ min: 1, max: 30 }))
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 12 }), fc.nat(40), (rows, turn) => {
      const probe = probeOf(groupsOf(rows), turn) ?? assert.fail()
      const bytes = (fn: number, count: number): number => (fn <= 2 ? Math.ceil(count / 8) : 2 * count)
      const fns = { coil: 1, 'discrete-input': 2, holding: 3, input: 4 }
      for (const [polled, , count] of rows)
        if (fns[polled] === probe.fn) assert.notEqual(bytes(probe.fn, count), bytes(probe.fn, probe.count))
      assert.ok(probe.address + probe.count <= 65_536)
    }),
  )
})
