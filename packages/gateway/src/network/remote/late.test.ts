import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import * as fc from 'fast-check'
import type { BusAnswer } from '../../bus/request.ts'
import { RemoteServers } from './remote-servers.ts'
import { MirrorServer, read, unused } from './testing/remote.ts'

const delayForRcvMs = 1000

interface Step {
  readonly unit: number
  readonly by: string
  /** Delay of the answer in milliseconds; null for none. */
  readonly delayMs: number | null
  readonly pauseMs: number
}

const step = (delayMax: number): fc.Arbitrary<Step> =>
  fc.record({
    unit: fc.integer({ min: 1, max: 3 }),
    by: fc.constantFrom('tcp 1', 'tcp 2'),
    delayMs: fc.option(fc.integer({ min: 0, max: delayMax }), { freq: 5 }),
    pauseMs: fc.constantFrom(0, 0, 100, 1500, 5000),
  })

/** Asks one after another, each for a register of its own, and gives the answers by their registers. */
const play = async (protocol: 1 | 2, steps: readonly Step[]) => {
  const clock = new VirtualClock()
  const envelope = protocol === 1 ? 'rtu' : 'tcp'
  const delays = new Map(steps.map(({ delayMs }, at) => [at, delayMs]))
  const stream = new MirrorServer(envelope, clock, ({ pdu }) => delays.get((pdu[1] ?? 0) * 256 + (pdu[2] ?? 0)) ?? null)
  const row = { ...unused, ip: '192.0.2.1', connMode: 3, uidRange: '1-9', delayForRcvMs, protocol }
  const parts = {
    clock,
    isOwn: () => false,
    hostProblem: () => null,
    lookup: async (name: string) => name,
    newBytes: () => new Uint8Array(2),
    log: { warn() {}, info() {} },
  }
  const servers = new RemoteServers({ ...parts, settings: [row], dial: async () => stream })
  await servers.start()
  await clock.advanceAsync(0)
  const answers: Promise<BusAnswer>[] = []
  for (const [at, { unit, by, pauseMs }] of steps.entries()) {
    answers.push(servers.transact(read(unit, at, by)) ?? assert.fail('no way'))
    await clock.advanceAsync(pauseMs)
  }
  await clock.advanceAsync(1_000_000)
  await servers.stop()
  return Promise.all(answers)
}

for (const [about, protocol, delayMax] of [
  ['Modbus TCP, however late an answer is', 2, 20_000],
  ['RAW, up to ten times as late as it may be', 1, 10_000],
] as const) {
  test(`${about}: it answers nothing but its own request`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step(delayMax), { maxLength: 25 }), async (steps) => {
        const answers = await play(protocol, steps)
        for (const [at, answer] of answers.entries()) {
          if ('ok' in answer) assert.deepEqual(Array.from(answer.ok), [3, 2, at >> 8, at & 0xff])
          else assert.ok(['timeout', 'closed'].includes(answer.err), answer.err)
        }
      }),
    )
  })
}
