import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LeaseState, leaseMs, movesOf, type NodeState, OwnTime } from './lease.rules.ts'

const node = (id: string, overrides: Partial<NodeState> = {}): NodeState => ({
  id,
  isAlive: true,
  isDraining: false,
  works: ['mail'],
  ...overrides,
})
const lease = (name: string, nodeId: string | null): LeaseState => ({ name, nodeId, epoch: 1 })
const parts = (...owners: (string | null)[]): LeaseState[] => owners.map((owner, at) => lease(`nets ${at}`, owner))
const steady = { id: 'a', isSteady: true }

for (const [what, nodes, leases, own, gives] of [
  [
    'alone it takes all',
    [node('a')],
    parts(null, null, null),
    steady,
    { take: ['nets 0', 'nets 1', 'nets 2'], give: null },
  ],
  [
    'of two each takes half',
    [node('a'), node('b')],
    parts(null, null, null, null),
    steady,
    { take: ['nets 0', 'nets 1'], give: null },
  ],
  [
    'and the other the other half',
    [node('a'), node('b')],
    parts(null, null, null, null),
    { ...steady, id: 'b' },
    { take: ['nets 2', 'nets 3'], give: null },
  ],
  [
    'who has more than its share gives one',
    [node('a'), node('b')],
    parts('a', 'a', 'a', 'b'),
    steady,
    { take: [], give: 'nets 2' },
  ],
  [
    'what a dead node had is taken',
    [node('a'), node('b', { isAlive: false })],
    parts('a', 'b'),
    steady,
    { take: ['nets 1'], give: null },
  ],
  [
    'not by who was cut off itself',
    [node('a'), node('b', { isAlive: false })],
    parts('a', 'b', null),
    { ...steady, isSteady: false },
    { take: ['nets 2'], give: null },
  ],
  [
    'who is emptied gives',
    [node('a', { isDraining: true }), node('b')],
    parts('a', null),
    steady,
    { take: [], give: 'nets 0' },
  ],
  [
    'unless nobody would take it',
    [node('a', { isDraining: true })],
    parts('a', null),
    steady,
    { take: [], give: null },
  ],
  ['who is not known yet does nothing', [node('b')], parts(null), steady, { take: [], give: null }],
  [
    'work goes to who can',
    [node('a'), node('b', { works: [] })],
    [...parts('a', 'b'), lease('mail', null)],
    steady,
    { take: ['mail'], give: null },
  ],
  [
    'and to nobody else',
    [node('a', { works: [] }), node('b')],
    [...parts('a', 'b'), lease('mail', null)],
    steady,
    { take: [], give: null },
  ],
] as const satisfies [string, NodeState[], LeaseState[], typeof steady, object][]) {
  test(what, () => assert.deepEqual(movesOf({ nodes, leases }, own), gives))
}

test('all agree who does a work, and it moves there when they come', () => {
  const nodes = ['a', 'b', 'c'].map((id) => node(id))
  const works = Array.from({ length: 30 }, (_, at) => `work ${at}`)
  const all = nodes.map((one) => ({ ...one, works }))
  const leases = works.map((name) => lease(name, null))
  const taken = all.map(({ id }) => movesOf({ nodes: all, leases }, { id, isSteady: true }).take)
  assert.deepEqual(taken.flat().toSorted(), works.toSorted())
  for (const some of taken) assert.ok(some.length > 3, 'and it is spread')
  const ofA = works.map((name) => lease(name, 'a'))
  const { give } = movesOf({ nodes: all, leases: ofA }, { id: 'a', isSteady: true })
  assert.ok(give !== null && !taken[0]?.includes(give))
})

test('own time counts from when a renewal was sent, and is steady after a lease without a pause', () => {
  const own = new OwnTime()
  assert.equal(own.isHeld(0), false)
  own.renewed(1000, 1500)
  assert.deepEqual([own.isHeld(5499), own.isHeld(5500)], [true, false])
  for (let ms = 2000; ms <= 6000; ms += 1000) own.renewed(ms, ms)
  assert.deepEqual([own.isSteady(6400), own.isSteady(1500 + leaseMs)], [false, true])
  own.renewed(9500, 9500)
  assert.equal(own.isSteady(9600), false, 'it was silent for more than three turns')
})
