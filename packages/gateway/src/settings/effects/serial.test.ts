import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProgram, type TestProgram } from '../../testing/program.ts'

/** A read without an answer. */
const unheard = '070300000001'
/** A read of unit 7, and its answer on the line: one register, 42. */
const answered = '070302002ab19b'

test('serial.baudRate and serial.charFormat: the port is opened so', async (t) => {
  const program = await startProgram(t)
  assert.partialDeepStrictEqual(program.opened.at(-1), { baudRate: 9600, charFormat: 0 })
  await program.set({ serial: { baudRate: 115_200, charFormat: 4 } })
  assert.partialDeepStrictEqual(program.opened.at(-1), { baudRate: 115_200, charFormat: 4 })
})

test('serial.frameMode: frames are RTU, or ASCII', async (t) => {
  const program = await startProgram(t)
  await program.ask(unheard)
  assert.equal(program.wire.at(-1)?.text, `${unheard}846c`)
  await program.set({ serial: { frameMode: 1 } })
  await program.ask(unheard)
  const text = Buffer.from(program.wire.at(-1)?.text ?? '', 'hex').toString()
  assert.equal(text, `:${unheard}F5\r\n`)
})

/** How long a unit that is silent is waited for. */
const waited = async (program: TestProgram, serial: object): Promise<number> => {
  await program.set({ serial })
  return (await program.ask(unheard)).tookMs
}

const isNear = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not about ${expected}`)

test('serial.delayForRtuMs: a unit has so long to answer', async (t) => {
  const program = await startProgram(t)
  const [short, long] = [await waited(program, { delayForRtuMs: 300 }), await waited(program, { delayForRtuMs: 3000 })]
  isNear(long - short, 2700, 20)
})

test('serial.delayForAsciiMs: the same in ASCII', async (t) => {
  const program = await startProgram(t)
  const ascii = (delayForAsciiMs: number) => waited(program, { frameMode: 1, delayForRtuMs: 10, delayForAsciiMs })
  const [short, long] = [await ascii(300), await ascii(3000)]
  isNear(long - short, 2700, 20)
})

test('serial.delayForRtuQ: the silence between two frames is longer by a power of two', async (t) => {
  const program = await startProgram(t)
  program.answerWith(answered)
  const gapMs = async (delayForRtuQ: number): Promise<number> => {
    await program.set({ serial: { delayForRtuQ } })
    const admin = program.admin()
    // The gateway listens for a second answer behind the first one of a unit.
    await program.ask(unheard)
    const before = program.wire.length
    for (let at = 0; at < 2; at += 1) await admin.post('modbus/req/', { reqData: unheard })
    while (program.wire.length < before + 2) await program.clock.advanceAsync(0.1)
    const [first, second] = program.wire.slice(before).map(({ atMs }) => atMs)
    return (second ?? 0) - (first ?? 0)
  }
  const plain = 38.5 / 9.6
  isNear((await gapMs(5)) - (await gapMs(0)), 31 * plain, 1)
})

test('serial.uidRange: others are on no bus', async (t) => {
  const program = await startProgram(t)
  program.answerWith(answered)
  await program.set({ serial: { uidRange: '7-9' } })
  assert.equal((await program.ask(unheard)).answer, '070302002a')
  const wireLength = program.wire.length
  assert.equal((await program.ask('060300000001')).answer, '06830a')
  assert.equal(program.wire.length, wireLength)
})
