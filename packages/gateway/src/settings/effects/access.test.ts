import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@busbar/modbus'
import { startProgram } from '../../testing/program.ts'

const read = { fn: 3, address: 0, count: 1 } as const
const write = { fn: 6, address: 0, word: 1 } as const
const denied = { err: 'IllegalFunction' }
/** It was sent, to a unit that is not there. */
const passed = { err: 'GatewayTargetDeviceFailedToRespond' }
const options = { timeoutMs: 60_000 }

/** Registers 100 on, a character in each, and a zero. */
const type = (client: Client, password: string) => {
  const words = [...Array.from(password, (character) => character.charCodeAt(0)), 0]
  return client.ask(255, { fn: 16, address: 100, words })
}

test('protect.mbGateReadEnable and protect.mbGateWriteEnable: each opens its half to Modbus TCP', async (t) => {
  const program = await startProgram(t)
  for (const [mbGateReadEnable, mbGateWriteEnable] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    await program.set({ protect: { mbGateReadEnable, mbGateWriteEnable } })
    const client = await program.reach()
    assert.deepEqual(await program.until(client.ask(7, read, options)), mbGateReadEnable ? passed : denied)
    assert.deepEqual(await program.until(client.ask(8, write, options)), mbGateWriteEnable ? passed : denied)
  }
})

test('protect.passwordMbRead and protect.passwordMbGateWrite: each is asked for its half', async (t) => {
  const program = await startProgram(t)
  const open = { mbGateReadEnable: true, mbGateWriteEnable: true }
  await program.set({ protect: { ...open, passwordMbRead: 'look', passwordMbGateWrite: 'touch' } })
  const client = await program.reach()
  const ask = (request: typeof read | typeof write) => program.until(client.ask(7, request, options))
  const both = async () => [await ask(read), await ask(write)]
  assert.deepEqual(await both(), [denied, denied])
  await type(client, 'look')
  assert.deepEqual(await both(), [passed, denied])
  await type(client, 'touch')
  assert.deepEqual(await both(), [passed, passed])
})

test('protect.passwordAdmin: with it the administrator logs in', async (t) => {
  const program = await startProgram(t)
  await program.set({ protect: { passwordAdmin: 'another1' } })
  await program.enter('another1')
  await assert.rejects(program.enter('another2'), /^Error: 401/)
})

test('httpd.freeAccessSec: so long the button opens level 1', async (t) => {
  const program = await startProgram(t)
  await program.set({ httpd: { freeAccessSec: 30 } })
  const identify = async () => (await fetch(`${program.url}api/identify/`)).status
  assert.equal(await identify(), 401)
  program.pressButton()
  program.clock.advance(29_999)
  assert.equal(await identify(), 200)
  program.clock.advance(1)
  assert.equal(await identify(), 401)
})

test('timeGmt: the local time, in the state and in the registers of the gateway itself', async (t) => {
  const program = await startProgram(t)
  await program.set({ timeGmt: 8 })
  const { time } = (await program.admin().get('state/get/?time')) as { time: object }
  assert.partialDeepStrictEqual(time, { timeLocal: '2026-11-16T00:00:01', timeUtc: '2026-11-15T22:00:01Z' })
  assert.equal((await program.ask('ff0300e60002')).answer, 'ff030400000001')
})

test('areset.mode 2 and areset.delayMin: restarts after the delay without Modbus', async (t) => {
  const program = await startProgram(t)
  program.answerWith('070302002ab19b')
  await program.set({ areset: { mode: 2, delayMin: 6 } })
  const admin = program.admin()
  program.clock.advance(4 * 60_000)
  await program.ask('070300000001')
  program.clock.advance(5 * 60_000)
  assert.equal(await admin.isOpen(), true, 'a unit has answered')
  program.clock.advance(60_000)
  while (await admin.isOpen());
})
