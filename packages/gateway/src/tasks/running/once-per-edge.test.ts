import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { answerFrom, exceptionPdu } from '@busbar/modbus'
import * as fc from 'fast-check'
import type { UnitGate } from '../../bus/gate/requester.ts'
import { TestUnits } from '../testing/test-units.ts'
import { taskOf } from './testing/program.ts'

const periodMs = 500

/** Outcome of a request: `lost` on its way, its response `unheard` or `spoilt`, or an exception code. */
const delivery = fc.oneof(
  { weight: 6, arbitrary: fc.constant('done' as const) },
  { weight: 2, arbitrary: fc.constantFrom('lost' as const, 'unheard' as const, 'spoilt' as const) },
  { weight: 1, arbitrary: fc.constantFrom(4, 6, 10, 11) },
)
type Delivery = typeof delivery extends fc.Arbitrary<infer One> ? One : never

/** An input and an output that changes at every edge of the input. */
const channel = fc.record({
  inputUnit: fc.constantFrom(1, 2),
  outputUnit: fc.constantFrom(2, 3, 4),
  output: fc.constantFrom('BIT' as const, 'U16' as const, 'U32' as const, 'STR' as const),
  /** Does it go round what cannot be read? */
  isCareful: fc.boolean(),
})
type Channel = typeof channel extends fc.Arbitrary<infer One> ? One : never

const period = fc.record({
  inputs: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  /** Outcomes by unit, from 1. */
  reads: fc.array(delivery, { minLength: 4, maxLength: 4 }),
  writes: fc.array(delivery, { minLength: 4, maxLength: 4 }),
})

const places = { BIT: 'BIT AT U:C N', U16: 'U16 AT U:H N', U32: 'U32 AT U:H N', STR: 'STR[4] AT U:H N' }
const changes = { BIT: 'NOT out', U16: 'out + 1', U32: 'out + 1', STR: 'STR(edges)' }
const addressOf = (at: number): number => at * 10

/** Program that counts for each channel its runs, edges and failed outputs. */
function programText(channels: readonly Channel[]): string {
  const named = (text: string, at: number): string => text.replaceAll(/\b(in|out|edges|looks|told)\b/g, `$1${at}`)
  const defs = channels.flatMap(({ inputUnit, outputUnit, output }, at) =>
    [
      `DEF in BIT AT ${inputUnit}:D ${addressOf(at)}`,
      `DEF out ${places[output].replace('U:', `${outputUnit}:`).replace(/N$/, String(addressOf(at)))}`,
      ...['edges', 'looks', 'told'].map((name) => `DEF ${name} U16`),
    ].map((line) => named(line, at)),
  )
  const mains = channels.flatMap(({ isCareful }, at) =>
    [
      `IF ERR(out) <> 0 DO CALL failed${at}`,
      ...(isCareful ? [`IF ERR(in) <> 0 OR ERR(out) <> 0 DO GOTO next${at}`] : []),
      'PUT looks = looks + 1',
      `IF RISE(in) DO CALL edge${at}`,
      `next${at}:`,
    ].map((line) => named(line, at)),
  )
  const subs = channels.flatMap(({ output }, at) =>
    [
      `failed${at}: PUT told = told + 1`,
      'DO RETURN',
      `edge${at}: PUT edges = edges + 1`,
      `PUT out = ${changes[output]}`,
      'DO RETURN',
    ].map((line) => named(line, at)),
  )
  const report = channels
    .map((_, at) => `STR(looks${at}) & "," & STR(edges${at}) & "," & STR(told${at})`)
    .join(' & ";" & ')
  return [...defs, ...mains, `DO SMS 1 ${report}`, 'DO RETURN', ...subs].join('\n')
}

const isWrite = (pdu: Uint8Array): boolean => [5, 6, 15, 16].includes(pdu[0] ?? 0)

function answerOf(units: TestUnits, unit: number, pdu: Uint8Array, what: Delivery): Uint8Array | undefined {
  if (typeof what === 'number') return exceptionPdu(pdu[0] ?? 0, what)
  if (what === 'lost') return undefined
  const answer = answerFrom(units.bank(unit), pdu)
  if (what === 'unheard') return undefined
  return what === 'spoilt' ? Uint8Array.of(pdu[0] ?? 0, 1) : answer
}

test('whatever fails: one write for each edge, none without, and the program learns of the failure', async () => {
  const scene = fc.tuple(fc.array(channel, { minLength: 1, maxLength: 3 }), fc.array(period, { maxLength: 12 }))
  await fc.assert(
    fc.asyncProperty(scene, async ([channels, periods]) => {
      const clock = new VirtualClock()
      const units = new TestUnits()
      /** Channels written in the current period, with their outcome. */
      let written: { at: number; isDone: boolean }[] = []
      const reports: number[][][] = []
      let now: (typeof periods)[number] | undefined
      const gate: UnitGate = {
        async ask(_requester, unit, pdu) {
          const what = (isWrite(pdu) ? now?.writes : now?.reads)?.[unit - 1] ?? 'done'
          if (isWrite(pdu)) {
            const [from, isBit] = [((pdu[1] ?? 0) << 8) | (pdu[2] ?? 0), pdu[0] === 5 || pdu[0] === 15]
            const at = from / 10
            const { outputUnit, output } = channels[at] ?? assert.fail('nobody else is written')
            assert.deepEqual([outputUnit, output === 'BIT'], [unit, isBit])
            written.push({ at, isDone: what === 'done' })
          }
          await new Promise<void>((done) => void clock.after(20, done))
          return answerOf(units, unit, pdu, what)
        },
      }
      const task = taskOf(programText(channels), clock, gate, {
        sendSms: ({ text }) => void reports.push(text.split(';').map((one) => one.split(',').map(Number))),
      })
      const model = channels.map(() => ({ looks: 0, edges: 0, told: 0, was: false, isLost: false }))
      for (const [count, one] of periods.entries()) {
        now = one
        written = []
        reports.length = 0
        for (const [at, { inputUnit }] of channels.entries()) {
          units.bank(inputUnit)['discrete-input'][addressOf(at)] = Number(one.inputs[at])
        }
        if (count === 0) task.start()
        await clock.advanceAsync(periodMs)
        // A run that failed has sent nothing.
        const [report] = reports
        if (report === undefined) {
          assert.deepEqual(written, [])
          continue
        }
        for (const [at, seen] of model.entries()) {
          const counts: number[] = report[at] ?? []
          const [looks = 0, edges = 0, told = 0] = counts
          const hasLooked: boolean = looks > seen.looks
          const isEdge: boolean = hasLooked && one.inputs[at] === true && !seen.was
          assert.equal(edges, seen.edges + Number(isEdge), 'edges are those of the input, as it was looked at')
          const writes = written.filter((write) => write.at === at)
          assert.equal(writes.length, Number(isEdge), 'a write for each edge, and none without')
          if (seen.isLost) assert.equal(told, seen.told + 1, 'the next run that is one was told')
          const was = hasLooked ? one.inputs[at] === true : seen.was
          Object.assign(seen, { looks, edges, told, was, isLost: writes.some(({ isDone }) => !isDone) })
        }
      }
      await task.stop()
    }),
    { numRuns: 300 },
  )
})
