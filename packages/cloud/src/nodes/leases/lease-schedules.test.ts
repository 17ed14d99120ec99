import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LeaseWorld, type SimulatedNode, seeded } from '../testing/lease-world.ts'

/** `npm run test:nodes` runs ten thousand. */
const schedules = Number(process.env['BUSBAR_TEST_LEASE_SCHEDULES'] ?? 40)
const firstSeed = Number(process.env['BUSBAR_TEST_LEASE_SEED'] ?? 1)
const faultsMs = 40_000
const calmMs = 25_000

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

/** A temporary fault. */
const faults: readonly ((world: LeaseWorld, node: SimulatedNode, random: Random) => void)[] = [
  (world, node, random) => {
    node.clock.stop()
    world.base.after(random() ** 2 * 15_000, () => node.clock.goOn())
  },
  (world, node, random) => {
    world.kill(node)
    world.base.after(random() * 5000, () => void world.add())
  },
  (world, node, random) => {
    node.isCutOff = true
    world.base.after(random() ** 2 * 12_000, () => {
      node.isCutOff = false
    })
  },
  (world, _, random) => {
    world.isDatabaseAway = true
    world.base.after(random() ** 2 * 10_000, () => {
      world.isDatabaseAway = false
    })
  },
  (world, _, random) => {
    world.latencyMaxMs = 20 + random() * 6000
    world.base.after(random() * 8000, () => {
      world.latencyMaxMs = 20
    })
  },
  (world, node, random) => {
    node.keeper.drain(true)
    world.base.after(random() * 10_000, () => node.keeper.drain(false))
  },
  (world, node) => {
    world.leave(node)
    world.add()
  },
]

const run = async (seed: number): Promise<LeaseWorld> => {
  const random = seeded(seed)
  const world = new LeaseWorld(random)
  for (let nodes = 2 + Math.floor(random() * 3); nodes > 0; nodes -= 1) world.add()
  const happen = (): void => {
    if (world.base.now() > faultsMs - 15_000) return
    const node = pick(random, [...world.nodes.values()])
    if (node !== undefined) pick(random, faults)?.(world, node, random)
    world.base.after(random() * 6000, happen)
  }
  world.base.after(random() * 8000, happen)
  await world.base.advanceAsync(faultsMs)
  return world
}

test(`in ${schedules} seeded schedules no line has two masters within its timeout, and all are asked in the end`, async () => {
  for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
    const world = await run(seed)
    await world.base.advanceAsync(calmMs)
    assert.deepEqual(world.clashes, [], `seed ${seed}`)
    for (const name of world.names) assert.equal(world.mayAsk(name).length, 1, `seed ${seed}: ${name} has its node`)
    const counts = Array.from(world.nodes.values(), ({ keeper }) => keeper.names().length)
    const share = Math.ceil(world.names.length / counts.length)
    assert.ok(Math.max(...counts) <= share, `seed ${seed}: ${counts.join()} are spread`)
  }
})

test('after a kill another node asks within a lease, two turns and the timeout', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const world = new LeaseWorld(seeded(seed))
    const nodes = [world.add(), world.add(), world.add()]
    await world.base.advanceAsync(20_000)
    world.gaps.clear()
    const dead = nodes[seed % 3]
    if (dead !== undefined) world.kill(dead)
    await world.base.advanceAsync(20_000)
    assert.deepEqual(world.clashes, [])
    for (const [name, gapMs] of world.gaps) assert.ok(gapMs < 5000 + 2 * 1000 + 1700 + 500, `${name}: ${gapMs} ms`)
  }
})
