import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import { phaseOf } from '@busbar/polling/testing'
import type { NetListener } from '../devices/directory/directory.ts'
import { netOf } from '../field/testing/test-field.ts'
import { OwnedNets } from './owned-nets.ts'
import { bucketNames, bucketOf, Ownership } from './ownership.ts'

const dialled = netOf({ id: 7, mac: null, timeoutMs: 1000 })
const calling = netOf({ id: 8, mac: '02:00:5e:10:00:01' })

const [own7, own8] = [bucketOf(7), bucketOf(8)]

const setUp = () => {
  const clock = new VirtualClock(10_000)
  const world = {
    isAlive: true,
    held: new Map([[own7, { name: own7, epoch: 4, freeSinceMs: 10_000 }]]),
    callers: new Map<number, { netId: number; nodeId: string; epoch: number }>(),
    alive: ['a', 'b'],
  }
  const node = (id: string) => ({ id, isAlive: world.alive.includes(id), isDraining: false, works: [] })
  const ownership = new Ownership({
    id: 'a',
    clock,
    keeper: {
      isAlive: () => world.isAlive,
      lease: (name) => (world.isAlive ? world.held.get(name) : undefined),
      get picture() {
        const leases = [
          { name: own8, nodeId: 'b', epoch: 2 },
          { name: bucketOf(9), nodeId: null, epoch: 1 },
        ]
        const shown = { name: '', version: '', startedOn: '', heardOn: '', facts: {} }
        return {
          nowMs: 0,
          renewals: 1,
          wasOver: false,
          leases,
          nodes: ['a', 'b'].map((id) => ({ ...node(id), ...shown })),
        }
      },
    },
    callers: { of: (netId) => world.callers.get(netId) },
  })
  return { clock, world, ownership }
}

test('a network is asked one timeout after its lease was free, and never beyond our own time', () => {
  const { clock, world, ownership } = setUp()
  assert.equal(ownership.isOurs(dialled), false)
  assert.deepEqual(ownership.fence(dialled), { name: own7, epoch: -1 })
  clock.advance(1000)
  assert.equal(ownership.isOurs(dialled), true)
  assert.deepEqual(ownership.fence(dialled), { name: own7, epoch: 4 })
  world.isAlive = false
  assert.equal(ownership.isOurs(dialled), false)
})

test('a gateway belongs to the node that it called while that lives, else to the node of its bucket', () => {
  const { world, ownership } = setUp()
  assert.deepEqual(ownership.owner(calling), { nodeId: 'b', fence: { name: own8, epoch: 2 } })
  world.callers.set(8, { netId: 8, nodeId: 'a', epoch: 9 })
  assert.equal(ownership.isOurs(calling), true, 'at once: its gateway has one line')
  assert.deepEqual(ownership.fence(calling), { name: 'caller 8', epoch: 9 })
  world.callers.set(8, { netId: 8, nodeId: 'b', epoch: 10 })
  assert.equal(ownership.isOurs(calling), false)
  world.alive = ['a']
  world.held.set(own8, { name: own8, epoch: 3, freeSinceMs: 0 })
  assert.equal(ownership.isOurs(calling), true)
  assert.deepEqual(ownership.owner({ ...calling, id: 9 }), null, 'nobody has it')
})

test('networks come when they may be asked, and go when they may not', () => {
  const { clock, world, ownership } = setUp()
  const nets = new Map<number, FieldNet>([[7, dialled]])
  const listeners: NetListener[] = []
  const directory = {
    nets: () => nets.values(),
    net: (netId: number) => nets.get(netId),
    watch: (listener: NetListener) => {
      listeners.push(listener)
      return () => {}
    },
  }
  const owned = new OwnedNets({ clock, directory, ownership })
  const changed: string[] = []
  owned.watch((net, netId) => void changed.push(`${clock.now()}: ${netId} ${net === null ? 'gone' : net.name}`))
  owned.update()
  clock.advance(2000)
  const renamed = { ...dialled, name: 'Yard' }
  nets.set(7, renamed)
  for (const listener of listeners) listener(renamed, 7)
  world.isAlive = false
  owned.update()
  world.isAlive = true
  owned.update()
  assert.deepEqual([...owned.nets()], [renamed])
  nets.delete(7)
  for (const listener of listeners) listener(null, 7)
  assert.deepEqual(changed, ['11000: 7 Workshop', '12000: 7 Yard', '12000: 7 gone', '12000: 7 Yard', '12000: 7 gone'])
})

test('a connecting gateway causes only its own network to be checked', () => {
  const { clock, world, ownership } = setUp()
  const nets = new Map<number, FieldNet>([
    [7, dialled],
    [8, calling],
  ])
  let judged = 0
  const counting = {
    fromMs: (net: FieldNet) => {
      judged += 1
      return ownership.fromMs(net)
    },
  }
  const directory = {
    nets: () => nets.values(),
    net: (netId: number) => nets.get(netId),
    watch: () => () => {},
  }
  const owned = new OwnedNets({ clock, directory, ownership: counting })
  const changed: number[] = []
  owned.watch((_, netId) => void changed.push(netId))
  world.callers.set(8, { netId: 8, nodeId: 'a', epoch: 9 })
  owned.updateNets([8])
  assert.deepEqual([changed, judged], [[8], 1])
  world.callers.set(8, { netId: 8, nodeId: 'b', epoch: 10 })
  owned.updateNets([8, 9])
  assert.deepEqual([changed, owned.size], [[8, 8], 0])
  owned.updateNets([7])
  clock.advance(1000)
  assert.deepEqual([...owned.nets()], [dialled], 'it comes when its time has come')
})

test('whatever parts a node has, its networks are spread over the period', () => {
  for (const parts of [1, 2, 3, 5]) {
    const share = Math.ceil(bucketNames.length / parts)
    for (let first = 0; first < bucketNames.length; first += share) {
      const own = new Set(bucketNames.slice(first, first + share))
      const phases = Array.from({ length: 12_000 }, (_, at) => at + 1).filter((netId) => own.has(bucketOf(netId)))
      const tenths = Array.from({ length: 10 }, () => 0)
      for (const netId of phases) {
        const at = Math.floor(phaseOf(netId, 0) * 10)
        tenths[at] = (tenths[at] ?? 0) + 1
      }
      const mean = phases.length / 10
      assert.ok(
        tenths.every((count) => Math.abs(count - mean) < mean * 0.1),
        `${parts} nodes: ${tenths.join()}`,
      )
    }
  }
})
