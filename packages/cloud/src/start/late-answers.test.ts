import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { type ByteStream, type EnvelopeName } from '@busbar/modbus'
import { type FieldNet, Poller } from '@busbar/polling'
import { device, net, param, startMs } from '@busbar/polling/testing'
import type { Poll } from '@busbar/readings'
import { FaultyConverter, memoryFrom, seededRandom } from '@busbar/simulator'
import { readParams } from '../commands/realtime/read-params.ts'
import type { WriteFacts } from '../commands/writing/facts.sql.ts'
import { ParamRegisters } from '../commands/writing/param-registers.ts'
import type { Writing } from '../commands/writing/writing.ts'
import type { Dialer } from '../field/dialling/dialer.ts'
import { Field } from '../field/field.ts'
import type { NetLink } from '../field/link/net-link.ts'
import { probe } from '../field/scan/scan.ts'

const timeoutMs = 1000
const units = [1, 2, 3]
/** Groups of one length and of several, apart from each other, and one that is written. */
const addresses = [0, 100, 200, 300, 301, 302, 400, 401, 402, memoryFrom]
const params = addresses.map((address, at) => param(at + 1, address))
const protocols = { tcp: 'modbustcp', rtu: 'rtu-over-tcp', ascii: 'ascii-over-tcp' } as const

/** Polls, real-time reads, increments, raw requests and scans over one unruly line, until it was asked so often. */
class Play {
  readonly clock = new VirtualClock()
  readonly line: FaultyConverter
  readonly wrong: string[] = []
  values = 0
  failures = 0
  readonly #field: Field
  readonly #poller: Poller
  readonly #random: () => number

  constructor(envelope: EnvelopeName, seed: number) {
    const { clock } = this
    this.#random = seededRandom(seed)
    this.line = new FaultyConverter({ envelope, clock, random: this.#random, timeoutMs })
    const now = (): Date => new Date(startMs + clock.now())
    const dial = async (): Promise<{ stream: ByteStream; address: string }> => ({
      stream: this.line.connect(),
      address: '192.0.2.7',
    })
    this.#field = new Field({ clock, now, random: this.#random, dialer: { dial } as unknown as Dialer })
    const devices = units.map((unit) => device(unit, { periodSec: unit, params, retries: unit - 1, readGroupSize: 10 }))
    const only: FieldNet = net(devices, { protocol: protocols[envelope], depth: envelope === 'tcp' ? 4 : 1, timeoutMs })
    this.#poller = new Poller({
      clock,
      now,
      directory: { nets: () => [only], watch: () => () => {} },
      field: this.#field,
      recorder: { record: (poll) => this.#polled(poll) },
      log: { error: (details) => assert.fail(JSON.stringify(details)) },
    })
    this.#field.apply(only)
    this.#field.start()
    this.#poller.start()
  }

  async until(requests: number): Promise<void> {
    const tasks = [
      this.#again((link) => this.#read(link), requests),
      this.#again((link) => this.#increment(link), requests),
      this.#again((link) => this.#askRaw(link), requests),
      this.#again((link) => this.#scan(link), requests),
    ]
    while (this.line.requests < requests) await this.clock.advanceAsync(1000)
    this.#poller.stop()
    await this.clock.runUntil(Promise.all(tasks))
    this.#field.stop()
  }

  async #again(task: (link: NetLink) => Promise<void>, requests: number): Promise<void> {
    while (this.line.requests < requests) {
      const link = this.#field.link(1)
      if (link?.status().isConnected) await task(link)
      await new Promise<void>((resolve) => this.clock.after(10 + this.#random() * 500, resolve))
    }
  }

  #check(what: string, unit: number, address: number, value: number, fromMs: number): void {
    this.values += 1
    if (this.line.held(unit, address, value, fromMs, this.clock.now())) return
    this.wrong.push(`${what}: unit ${unit}, register ${address} never held ${value} from ${fromMs} on`)
  }

  #polled({ deviceId, readOn, values }: Poll): void {
    for (const [place, value] of values.entries()) {
      if (value === null) this.failures += 1
      else this.#check('poll', deviceId, addresses[place] ?? 0, value, readOn - startMs)
    }
  }

  async #read(link: NetLink): Promise<void> {
    const unit = this.#unit()
    const fromMs = this.clock.now()
    const own = params.filter(() => this.#random() < 0.5)
    const options = { clock: this.clock, priority: 'realtime', deadlineMs: 15_000 } as const
    const read = await readParams(link, { unit, readGroupSize: 10 }, own, options)
    for (const { id, address } of own) {
      const result = read.get(id)
      if (result !== undefined && 'value' in result)
        this.#check('real-time', unit, address, Number(result.value), fromMs)
      else this.failures += 1
    }
  }

  /** As a command does: reads, writes one more, reads back. */
  async #increment(link: NetLink): Promise<void> {
    const { clock } = this
    const unit = this.#unit()
    const facts = {
      unit,
      address: memoryFrom,
      registerKind: 'holding',
      writeFunction: 'normal',
      retries: 1,
    } as WriteFacts
    const dueAt = clock.now() + 30_000
    const talk = new ParamRegisters({ facts, client: link, writing: {} as Writing, count: 1, clock, dueAt })
    const fromMs = clock.now()
    const old = await talk.read()
    if ('err' in old) return
    this.#check('increment', unit, memoryFrom, old.ok[0] ?? 0, fromMs)
    await talk.write({ words: [((old.ok[0] ?? 0) + 1) & 0xffff] })
    const backFromMs = clock.now()
    const back = await talk.readBack()
    if ('ok' in back) this.#check('read-back', unit, memoryFrom, back.ok[0] ?? 0, backFromMs)
  }

  async #askRaw(link: NetLink): Promise<void> {
    const unit = this.#unit()
    const address = addresses[Math.floor(this.#random() * addresses.length)] ?? 0
    const pdu = Uint8Array.of(3, address >> 8, address & 0xff, 0, 1 + Math.floor(this.#random() * 3))
    const fromMs = this.clock.now()
    const outcome = await link.transact(unit, pdu, { priority: 'realtime' })
    if ('err' in outcome || outcome.ok[0] !== 3) return
    const words = new DataView(outcome.ok.buffer, 2)
    for (let at = 0; at < (pdu[4] ?? 0); at += 1)
      this.#check('raw', unit, address + at, words.getUint16(2 * at), fromMs)
  }

  async #scan(link: NetLink): Promise<void> {
    const unit = 4 + Math.floor(this.#random() * 200)
    const found = await probe(link, unit, { priority: 'realtime', timeoutMs: 100 })
    if (typeof found === 'object' && 'there' in found) this.wrong.push(`scan: unit ${unit} is said to be there`)
  }

  #unit(): number {
    return units[Math.floor(this.#random() * units.length)] ?? 1
  }

  /** Each write must be one more than what the register held. */
  wrongWrites(): number {
    return units.flatMap((unit) => {
      const all = [...this.line.written(unit, memoryFrom)]
      return all.filter(({ value }, at) => at > 0 && value !== (((all[at - 1]?.value ?? 0) + 1) & 0xffff))
    }).length
  }
}

const exchanges = Number(process.env['BUSBAR_LATE_EXCHANGES'] ?? 1_000)

for (const envelope of ['rtu', 'ascii', 'tcp'] as const) {
  test(`${envelope}: answers that are late, lost, doubled or misnamed give no wrong value and no wrong write`, async (t) => {
    const seed = Number(process.env['BUSBAR_LATE_SEED'] ?? 1)
    const play = new Play(envelope, seed)
    await play.until(exchanges)
    const { line, values, failures, wrong } = play
    t.diagnostic(
      `seed ${seed}: ${line.requests} requests, ${line.answersLate} late, ${values} values, ${failures} failures, ${wrong.length} wrong, ${play.wrongWrites()} wrong writes`,
    )
    assert.deepEqual(wrong.slice(0, 5), [])
    assert.equal(play.wrongWrites(), 0)
    assert.ok(values > exchanges / 2, `${values} of ${exchanges}`)
  })
}
