import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { type ByteStream, envelopes, type Frame } from '@busbar/modbus'
import { SerialLine, seededRandom } from '@busbar/simulator'
import { Bus } from '../bus.ts'
import type { BusAnswer, BusSettings } from '../request.ts'
import { quietLog, serial } from '../testing/line.ts'

const seed = Number(process.env['BUSBAR_DISTURBED_SEED'] ?? 1)
const reads = Number(process.env['BUSBAR_DISTURBED_READS'] ?? 400)
const units = [1, 2, 3]
/** Longer than a character, shorter than the silence between frames. */
const frameGapMs = 1.5

interface LineOptions {
  readonly settings?: Partial<BusSettings>
  readonly latencyMs?: number
  readonly hasEcho?: boolean
}

/** A simulated line with the gateway at one end, and what else a test attaches. */
const disturbedLine = async ({ settings, latencyMs = 0, hasEcho = false }: LineOptions = {}) => {
  const clock = new VirtualClock(1000)
  const random = seededRandom(seed)
  const busSettings = { ...serial, delayForRtuMs: 200, delayForAsciiMs: 200, ...settings }
  const line = new SerialLine({ clock, baud: busSettings.baudRate, random })
  const openPort = async (): Promise<ByteStream> => line.attach({ latencyMs, echo: hasEcho })
  const bus = new Bus({ openPort, clock, settings: busSettings, log: quietLog })
  const envelope = busSettings.frameMode === 0 ? envelopes.rtu : envelopes.ascii
  await bus.start()
  /** Answers reads of holding registers of one unit after a delay. */
  const attachDevice = (unit: number, valueAt: (address: number) => number, delayMs: () => number): void => {
    const port = line.attach()
    const onFrame = ({ unit: asked, pdu }: Frame): void => {
      if (asked !== unit || pdu[0] !== 3 || pdu.length !== 5) return
      const [from, count] = [((pdu[1] ?? 0) << 8) | (pdu[2] ?? 0), pdu[4] ?? 0]
      const words = Array.from({ length: count }, (_, at) => valueAt(from + at))
      const answer = Uint8Array.of(3, 2 * count, ...words.flatMap((word) => [word >> 8, word & 0xff]))
      clock.after(delayMs(), () => port.write(envelope.encode({ transaction: 0, unit, pdu: answer })))
    }
    const parser = envelope.parser('ask', { onFrame, onBroken() {} })
    let receivedMs = 0
    port.on('data', (bytes) => {
      if (clock.now() - receivedMs > frameGapMs) parser.forget()
      receivedMs = clock.now()
      parser.push(bytes)
    })
  }
  /** Polls the same registers at intervals that it does not share with anyone. */
  const attachMaster = (): void => {
    const port = line.attach()
    const poll = (): void => {
      const unit = units[Math.floor(random() * units.length)] as number
      const pdu = Uint8Array.of(3, 0, Math.floor(random() * 200), 0, 2)
      port.write(envelope.encode({ transaction: 0, unit, pdu }))
      clock.after(60 + random() * 200, poll)
    }
    poll()
  }
  return { clock, random, line, bus, attachDevice, attachMaster }
}

type Disturbed = Awaited<ReturnType<typeof disturbedLine>>

/** The value of a register; no two of a unit are alike. */
const valueOf = (unit: number, address: number): number => unit * 1000 + address

const readMany = async ({ clock, random, bus }: Disturbed, pauseMs: number) => {
  const outcomes: Record<string, number> = {}
  const wrong: string[] = []
  for (let i = 0; i < reads; i += 1) {
    const unit = units[Math.floor(random() * units.length)] as number
    const address = Math.floor(random() * 200)
    const answer: BusAnswer = await clock.runUntil(
      bus.transact({ by: 'test', unit, pdu: Uint8Array.of(3, 0, address, 0, 2) }),
    )
    const outcome = 'err' in answer ? answer.err : 'good'
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    const value = 'ok' in answer ? ((answer.ok[2] ?? 0) << 8) | (answer.ok[3] ?? 0) : undefined
    if (value !== undefined && value !== valueOf(unit, address)) wrong.push(`${unit}/${address} = ${value}`)
    await clock.advanceAsync(random() * pauseMs)
  }
  await bus.stop()
  return { outcomes, wrong }
}

const lines: [name: string, options: LineOptions][] = [
  ['RTU', {}],
  ['RTU at 19200 baud', { settings: { baudRate: 19_200 } }],
  ['an adapter that gathers bytes for 16 ms', { latencyMs: 16 }],
  ['an adapter that receives its own frames', { hasEcho: true }],
  ['ASCII', { settings: { frameMode: 1 } }],
]

for (const [name, options] of lines) {
  test(`${name}: a second master never gives a value of another register`, async (t) => {
    const on = await disturbedLine(options)
    for (const unit of units)
      on.attachDevice(
        unit,
        (address) => valueOf(unit, address),
        () => 5 + on.random() * 30,
      )
    on.attachMaster()
    const { outcomes, wrong } = await readMany(on, 50)
    t.diagnostic(`seed ${seed}: ${JSON.stringify(outcomes)}`)
    assert.deepEqual(wrong, [])
    assert.ok((outcomes['ForeignTraffic'] ?? 0) > 0, JSON.stringify(outcomes))
    assert.ok((outcomes['good'] ?? 0) > reads / 10, JSON.stringify(outcomes))
    // Before the first request of another master was received whole, its answers look like second ones.
    assert.ok((outcomes['DuplicateUnit'] ?? 0) < 3, JSON.stringify(outcomes))
  })

  test(`${name}: of two devices with one unit id none gives a value, and the others do`, async (t) => {
    const on = await disturbedLine(options)
    for (const unit of units)
      on.attachDevice(
        unit,
        (address) => valueOf(unit, address),
        () => 5 + on.random() * 10,
      )
    on.attachDevice(
      2,
      (address) => valueOf(2, address) + 7,
      () => 5 + on.random() * 60,
    )
    const { outcomes, wrong } = await readMany(on, 50)
    t.diagnostic(`seed ${seed}: ${JSON.stringify(outcomes)}`)
    assert.deepEqual(wrong, [])
    assert.ok((outcomes['DuplicateUnit'] ?? 0) > reads / 20, JSON.stringify(outcomes))
    assert.ok((outcomes['good'] ?? 0) > reads / 2, JSON.stringify(outcomes))
    assert.equal(outcomes['ForeignTraffic'], undefined)
  })

  test(`${name}: two devices with one unit id that agree at first give no wrong value later`, async () => {
    const on = await disturbedLine(options)
    const divergeMs = on.clock.now() + 8000
    for (const unit of units)
      on.attachDevice(
        unit,
        (address) => valueOf(unit, address),
        () => 20 + on.random() * 10,
      )
    on.attachDevice(
      2,
      (address) => valueOf(2, address) + (on.clock.now() > divergeMs ? 7 : 0),
      () => 5 + on.random() * 90,
    )
    const { outcomes, wrong } = await readMany(on, 50)
    assert.deepEqual(wrong, [])
    assert.ok((outcomes['DuplicateUnit'] ?? 0) > reads / 20, JSON.stringify(outcomes))
  })

  test(`${name}: an undisturbed line gives every value`, async () => {
    const on = await disturbedLine(options)
    for (const unit of units)
      on.attachDevice(
        unit,
        (address) => valueOf(unit, address),
        () => 5 + on.random() * 100,
      )
    assert.deepEqual(await readMany(on, 50), { outcomes: { good: reads }, wrong: [] })
  })
}
