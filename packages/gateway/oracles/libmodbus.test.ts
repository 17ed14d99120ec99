import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Request } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import { testFolder } from '../src/testing/folder.ts'
import { openGateway, openLine } from './field.ts'

const compiler = process.env['CC'] ?? 'cc'
const flags = ['-I/usr/include/modbus', '-I/opt/homebrew/include/modbus', '-L/opt/homebrew/lib']
const includes = spawnSync(compiler, [...flags, '-E', '-'], { input: '#include <modbus.h>' })
const skip = includes.status !== 0 && 'libmodbus or a C compiler is missing (apt-get install libmodbus-dev gcc)'
const unit = 17
const timeoutMs = 10_000

/** A slave of libmodbus on this port, until the test ends. */
const startSlave = async (t: TestContext, path: string, baud: number): Promise<void> => {
  const program = join(testFolder(t), 'slave')
  const source = fileURLToPath(new URL('libmodbus-slave.c', import.meta.url))
  execFileSync(compiler, [...flags, '-Wall', '-Werror', '-o', program, source, '-lmodbus', '-lpthread'])
  const slave = spawn(program, [path, `${baud}`, `${unit}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(slave, 'exit')
  t.after(async () => {
    slave.stdin.end()
    await ended
  })
  assert.deepEqual(await once(createInterface(slave.stdout), 'line'), ['open'])
}

const words = (from: number, count: number): Uint16Array =>
  Uint16Array.from({ length: count }, (_, i) => 655 * (from + i) + 7)
const bits = (from: number, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, i) => ((from + i) % 3 === 0 ? 1 : 0))

/** The rows run in this order: each sees the values that earlier ones wrote. */
const rows: [request: Request, answer: object][] = [
  [{ fn: 4, address: 0, count: 1 }, { ok: { fn: 4, words: words(0, 1) } }],
  [{ fn: 4, address: 50, count: 50 }, { ok: { fn: 4, words: words(50, 50) } }],
  [{ fn: 4, address: 0, count: 100 }, { ok: { fn: 4, words: words(0, 100) } }],
  [{ fn: 2, address: 10, count: 200 }, { ok: { fn: 2, bits: bits(10, 200) } }],
  [{ fn: 6, address: 3, word: 4242 }, { ok: { fn: 6, address: 3, word: 4242 } }],
  [{ fn: 16, address: 4, words: [1, 65_535, 3] }, { ok: { fn: 16, address: 4, count: 3 } }],
  [{ fn: 3, address: 2, count: 6 }, { ok: { fn: 3, words: Uint16Array.of(0, 4242, 1, 65_535, 3, 0) } }],
  [{ fn: 5, address: 9, on: true }, { ok: { fn: 5, address: 9, on: true } }],
  [{ fn: 15, address: 10, bits: [1, 0, 1] }, { ok: { fn: 15, address: 10, count: 3 } }],
  [{ fn: 1, address: 8, count: 6 }, { ok: { fn: 1, bits: Uint8Array.of(0, 1, 1, 0, 1, 0) } }],
  [{ fn: 3, address: 299, count: 2 }, { err: 'IllegalDataAddress' }],
  [{ fn: 6, address: 300, word: 1 }, { err: 'IllegalDataAddress' }],
  [{ fn: 3, address: 3, count: 1 }, { ok: { fn: 3, words: Uint16Array.of(4242) } }],
]

for (const baudRate of [9600, 115_200]) {
  test(`a slave of libmodbus answers our master (${baudRate} baud)`, { skip }, async (t) => {
    const { ours, theirs } = await openLine(t)
    await startSlave(t, theirs, baudRate)
    const port = await openGateway(t, ours, { serial: { baudRate, delayForRtuMs: 1000 } })
    const client = await dial({ host: '127.0.0.1', port, envelope: 'tcp', timeoutMs })
    t.after(() => client.close())
    for (const [request, answer] of rows)
      assert.deepEqual(await client.ask(unit, request), answer, JSON.stringify(request))
    assert.deepEqual(await client.ask(unit + 1, { fn: 3, address: 0, count: 1 }), {
      err: 'GatewayTargetDeviceFailedToRespond',
    })
    assert.deepEqual(await client.ask(unit, { fn: 4, address: 1, count: 1 }), { ok: { fn: 4, words: words(1, 1) } })
  })
}
