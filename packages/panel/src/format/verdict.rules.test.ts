import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StripCell, type UnitHealth, verdictsOf } from './verdict.rules.ts'

const unit = (uid: number, cell: StripCell, failedInRow = 0): UnitHealth => ({ uid, failedInRow, strip: [null, cell] })
const well = (uid: number): UnitHealth => unit(uid, [1000, 0, 0, 0])

const rows: [says: string, units: UnitHealth[], found: unknown[]][] = [
  ['nobody was asked', [{ uid: 1, failedInRow: 0, strip: [] }], [['nobody', undefined]]],
  ['all answer', [well(1), well(2)], [['good', undefined]]],
  ['one is silent, the others are not', [well(1), unit(2, [0, 40, 0, 0], 40)], [['silentUnit', 2]]],
  ['all are silent: it is the line', [unit(1, [0, 9, 0, 0], 9), unit(2, [5, 9, 0, 0], 4)], [['allSilent', undefined]]],
  ['one is damaged: it is that device', [well(1), well(2), unit(3, [90, 0, 10, 0])], [['noisyUnit', 3]]],
  [
    'most are damaged: it is the cable',
    [well(1), unit(2, [90, 0, 10, 0]), unit(3, [80, 0, 20, 0])],
    [['noisyLine', undefined]],
  ],
  ['one that is damaged each time is noisy, not silent', [well(1), unit(2, [0, 1, 50, 0], 51)], [['noisyUnit', 2]]],
  ['one is late now and then', [well(1), unit(2, [90, 10, 0, 0])], [['slowUnit', 2]]],
  ['one answers with exceptions alone', [well(1), unit(2, [0, 0, 0, 30])], [['refusingUnit', 2]]],
  [
    'one is silent before another has answered',
    [unit(40, [0, 3, 0, 0], 3), unit(41, [0, 1, 0, 0], 1)],
    [['allSilent', undefined]],
  ],
  ['the first requests are unanswered', [unit(40, [0, 1, 0, 0], 1)], [['nobody', undefined]]],
  [
    'the cause of a disturbance is named, not its damage',
    [well(1), { ...unit(2, [90, 0, 10, 0]), disturbance: { cause: 'DuplicateUnit' } }],
    [['duplicateUnit', 2]],
  ],
  [
    'another master is named for every unit that it disturbs',
    [1, 2].map((uid) => ({ ...unit(uid, [90, 0, 10, 0]), disturbance: { cause: 'ForeignTraffic' as const } })),
    [
      ['foreignTraffic', 1],
      ['foreignTraffic', 2],
    ],
  ],
]
for (const [says, units, found] of rows) {
  test(says, () => {
    const verdicts = verdictsOf(units).map((one) => [one.kind, 'uid' in one ? one.uid : undefined])
    assert.deepEqual(verdicts, found)
  })
}

test('ignores everything older than two hours', () => {
  const strip: StripCell[] = [[0, 50, 50, 0], ...Array.from({ length: 8 }, (): StripCell => [10, 0, 0, 0])]
  assert.deepEqual(verdictsOf([{ uid: 1, failedInRow: 0, strip }]), [{ kind: 'good' }])
})
