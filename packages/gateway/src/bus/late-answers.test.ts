import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { FaultyConverter, memoryFrom, seededRandom } from '@busbar/simulator'
import { Bus } from './bus.ts'
import { quietLog, serial } from './testing/line.ts'

const timeoutMs = 200
const units = [1, 2, 3]
const addresses = [0, 100, 200, memoryFrom]

/** Several clients ask and increment over one unruly line, until it was asked so often. */
const play = async (envelope: 'rtu' | 'ascii', seed: number, requests: number) => {
  const clock = new VirtualClock()
  const random = seededRandom(seed)
  const line = new FaultyConverter({ envelope, clock, random, timeoutMs })
  const settings = { ...serial, baudRate: 115_200, frameMode: envelope === 'rtu' ? 0 : 1 } as const
  const delays = { delayForRtuMs: timeoutMs, delayForAsciiMs: timeoutMs }
  const bus = new Bus({
    openPort: async () => line.connect(),
    clock,
    settings: { ...settings, ...delays },
    log: quietLog,
  })
  await bus.start()
  const wrong: string[] = []
  let values = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

  const read = async (by: string, unit: number, address: number, count: number): Promise<number[] | null> => {
    const fromMs = clock.now()
    const answer = await bus.transact({ by, unit, pdu: Uint8Array.of(3, address >> 8, address & 0xff, 0, count) })
    if ('err' in answer || answer.ok[0] !== 3) return null
    const words = Array.from(
      { length: count },
      (_, at) => ((answer.ok[2 + 2 * at] ?? 0) << 8) | (answer.ok[3 + 2 * at] ?? 0),
    )
    values += count
    for (const [at, word] of words.entries())
      if (!line.held(unit, address + at, word, fromMs, clock.now()))
        wrong.push(`${by}: ${unit}/${address + at} = ${word}`)
    return words
  }
  const increment = async (by: string, unit: number): Promise<void> => {
    const [old] = (await read(by, unit, memoryFrom, 1)) ?? []
    if (old === undefined) return
    const next = (old + 1) & 0xffff
    const pdu = Uint8Array.of(6, memoryFrom >> 8, memoryFrom & 0xff, next >> 8, next & 0xff)
    const answer = await bus.transact({ by, unit, pdu })
    if ('ok' in answer && line.written(unit, memoryFrom).at(-1)?.value !== next) wrong.push(`${by}: ${unit} = ${next}`)
  }
  const client = async (by: string, mayWrite: boolean): Promise<void> => {
    while (line.requests < requests) {
      if (mayWrite && random() < 0.3) await increment(by, pick(units))
      else await read(by, pick(units), pick(addresses), 1 + Math.floor(random() * 3))
      await new Promise<void>((resolve) => clock.after(random() * 100, resolve))
    }
  }
  const clients = [client('a', true), client('b', false), client('c', false)]
  while (line.requests < requests) await clock.advanceAsync(1000)
  await clock.runUntil(Promise.all(clients))
  await bus.stop()
  const wrongWrites = units.flatMap((unit) => {
    const all = [...line.written(unit, memoryFrom)]
    return all.filter(({ value }, at) => at > 0 && value !== (((all[at - 1]?.value ?? 0) + 1) & 0xffff))
  })
  return { line, values, wrong, wrongWrites }
}

const exchanges = Number(process.env['BUSBAR_LATE_EXCHANGES'] ?? 1_000)

for (const envelope of ['rtu', 'ascii'] as const) {
  test(`${envelope}: answers that are late, lost, doubled or misnamed give no wrong value and no wrong write`, async (t) => {
    const seed = Number(process.env['BUSBAR_LATE_SEED'] ?? 1)
    const { line, values, wrong, wrongWrites } = await play(envelope, seed, exchanges)
    t.diagnostic(
      `seed ${seed}: ${line.requests} requests, ${line.answersLate} late, ${values} values, ${wrong.length} wrong, ${wrongWrites.length} wrong writes`,
    )
    assert.deepEqual(wrong.slice(0, 5), [])
    assert.deepEqual(wrongWrites, [])
    assert.ok(values > exchanges / 2, `${values} of ${exchanges}`)
  })
}
