import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LiveLog } from '../live-log.ts'
import { Cluster, missingPrograms, type RunningNode } from './cluster.ts'
import { CommandLog } from './command-log.ts'
import { fieldFigures } from './figures.ts'

const sites = 24
const periodSec = 2
const periodMs = periodSec * 1000
/** A lease, two turns, the timeout of the networks and a dial; and then a period. */
const gapMsMax = 8000 + periodMs
/** Two periods, on a machine that has other things to do. */
const calmGapMsMax = 3 * periodMs
const reason = missingPrograms()

describe('three nodes on one database', { skip: reason ?? false, timeout: 900_000 }, () => {
  let cluster: Cluster
  const ends: (() => Promise<void>)[] = []
  let commands: CommandLog
  before(async () => {
    if (reason !== null) return
    cluster = new Cluster()
    ends.push(() => cluster.close())
    await cluster.open(sites, periodSec)
    await cluster.add()
    await cluster.add()
    commands = new CommandLog(cluster)
    await cluster.settled(3)
    await sleep(2 * periodMs)
  })
  after(async () => {
    for (const end of ends) await end()
  })

  /** Runs a step while commands go to all nodes, and returns what devices received. */
  const during = async (ms: number, act: () => Promise<void>) => {
    const fromMs = performance.now()
    for (const node of cluster.nodes) cluster.listen(node)
    commands.start()
    await act()
    await sleep(Math.max(0, fromMs + ms - performance.now()))
    await commands.stop()
    return fieldFigures(cluster.field.noted, { fromMs, tillMs: performance.now(), periodMs })
  }
  const nodeAt = (at: number): RunningNode => {
    const node = cluster.nodes[at]
    assert.ok(node !== undefined)
    return node
  }
  const shown = (figures: object): string => JSON.stringify(figures)

  test('a service that does not share is refused beside them, and told what to do', async () => {
    assert.match(await cluster.refusedAlone(), /start both with --nats/)
  })

  test('steady: every device is read once in its period, over one connection', async (t) => {
    const one = new LiveLog()
    cluster.listen(nodeAt(0), one)
    const figures = await during(10 * periodMs, async () => {})
    t.diagnostic(shown(figures))
    assert.deepEqual([figures.doubleReads, figures.twoMasters], [0, 0])
    assert.ok(figures.worstGapMs < calmGapMsMax, shown(figures))
    assert.deepEqual(commands.wrong(), [])
    assert.equal(one.doubled, 0)
    assert.deepEqual(one.paramIds, cluster.log.paramIds, 'who listens to one node hears of all networks')
    assert.ok(one.streamed.size > 0.9 * cluster.log.streamed.size)
  })

  test('kill -9 of one: the others have its networks within 8 s and a period', async (t) => {
    const figures = await during(30_000, async () => void (await cluster.end(nodeAt(1), 'SIGKILL')))
    t.diagnostic(shown(figures))
    assert.deepEqual([figures.doubleReads, figures.twoMasters], [0, 0])
    assert.ok(figures.worstGapMs < gapMsMax, shown(figures))
    assert.deepEqual(commands.wrong(), [])
    await cluster.add()
    await cluster.settled(3)
  })

  for (const stoppedMs of [5000, 20_000]) {
    test(`SIGSTOP of one for ${stoppedMs / 1000} s: it does nothing when it wakes`, async (t) => {
      const figures = await during(stoppedMs + 20_000, async () => {
        const { program } = nodeAt(2).program
        program.kill('SIGSTOP')
        await sleep(stoppedMs)
        program.kill('SIGCONT')
      })
      t.diagnostic(shown(figures))
      assert.deepEqual([figures.doubleReads, figures.twoMasters], [0, 0])
      assert.ok(figures.worstGapMs < gapMsMax, shown(figures))
      assert.deepEqual(commands.wrong(), [])
      await cluster.settled(3)
    })
  }

  test('a node that is cut off from the database stops by itself', async (t) => {
    const figures = await during(40_000, async () => {
      const { database } = nodeAt(1)
      database.cut()
      await sleep(15_000)
      database.isCut = false
    })
    t.diagnostic(shown(figures))
    assert.deepEqual([figures.doubleReads, figures.twoMasters], [0, 0])
    assert.ok(figures.worstGapMs < gapMsMax, shown(figures))
    assert.deepEqual(commands.wrong(), [])
    await cluster.settled(3)
  })

  test('without messages devices are read on; commands to others are not sent, or unclear', async (t) => {
    const figures = await during(20_000, async () => {
      cluster.cutMessages(true)
      await sleep(8000)
      cluster.cutMessages(false)
    })
    t.diagnostic(shown(figures))
    assert.deepEqual([figures.doubleReads, figures.twoMasters], [0, 0])
    assert.ok(figures.worstGapMs < calmGapMsMax, shown(figures))
    assert.deepEqual(commands.wrong(), [])
  })

  test('a rolling restart costs no network more than its timeout and a period', async (t) => {
    const figures = await during(45_000, async () => {
      for (let round = 0; round < 3; round += 1) {
        await cluster.end(nodeAt(0), 'SIGTERM')
        await cluster.add()
        await cluster.settled(3)
      }
    })
    t.diagnostic(shown(figures))
    assert.deepEqual([figures.doubleReads, figures.twoMasters], [0, 0])
    assert.ok(figures.worstGapMs < gapMsMax, shown(figures))
    assert.deepEqual(commands.wrong(), [])
  })

  test('every streamed reading is stored, once', async (t) => {
    await sleep(2000)
    const found = await cluster.check()
    t.diagnostic(`${shown(found)}; commands: ${shown(commands.counts())}`)
    assert.deepEqual([found.missing, found.twice], [0, 0])
    assert.ok(found.streamed > 1000)
  })
})
