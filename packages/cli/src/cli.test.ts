import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Client } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import { openSerialPort } from '@busbar/serial'
import { busbar } from './busbar.ts'
import { commands } from './commands/index.ts'

const main = new URL('main.ts', import.meta.url).pathname

/** The real program. */
const start = (...args: string[]) => {
  const program = spawn(process.execPath, [main, ...args])
  const exit = once(program, 'exit').then(([code]) => Number(code))
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  const errors = text(program)
  const line = async (): Promise<string> => String((await lines.next()).value)
  return { program, exit, line, errors }
}
const text = async ({ stderr }: ChildProcessWithoutNullStreams): Promise<string> => {
  const chunks: unknown[] = []
  for await (const chunk of stderr) chunks.push(chunk)
  return chunks.join('')
}

interface Ready {
  sites: { id: string; host: string; port: number }[]
  serial?: string
}
const startPlant = async (...args: string[]) => {
  const running = start('simulate', '--listen', '127.0.0.1:0', '--json', ...args)
  const ready = JSON.parse(await running.line()) as Ready
  const [site] = ready.sites
  assert.ok(site)
  return { ...running, ready, host: site.host, port: site.port }
}

describe('what is not understood is refused with what to do, and nothing starts', () => {
  for (const [args, message] of [
    [['simulat'], /there is no command simulat; `busbar help` lists them/],
    [['simulate', '--prot', '1'], /Unknown option '--prot'; `busbar simulate --help` lists what there is/],
    [['simulate', 'now'], /Unexpected argument 'now'/],
    [['simulate', '--speed'], /'--speed <value>' argument missing/],
    [['simulate', '--speed', 'fast'], /--speed takes a number from 0 to 1000000, not fast/],
    [['simulate', '--units', '1.5'], /--units takes a whole number/],
    [['simulate', '--listen', 'here'], /--listen takes HOST:PORT, not here/],
    [['simulate', '--listen', '127.0.0.1:70000'], /from 0 to 65535/],
    [['simulate', '--start', 'noon'], /--start takes a moment like 2026-05-04T12:00:00Z/],
    [['simulate', '--plant', '/nowhere.json'], /--plant takes workshop, district, swarm or a file/],
    [['simulate', '--fault', 'workshop/9 dead'], /nothing called workshop\/9/],
    [['simulate', '--fault', 'workshop broken'], /no fault broken; known are/],
    [['simulate', '--site', 'x'], /workshop has no site x/],
    [['simulate', '--listen', '0', '--pty', '/tmp/x', '--serial', '/dev/y'], /--pty and --serial cannot go together/],
  ] as const) {
    test(args.join(' '), async () => {
      const said: string[] = []
      const never = { say: () => {}, input: Readable.from([]), ended: new Promise<void>(() => {}) }
      assert.equal(await busbar(commands, args, never, (line) => said.push(line)), 2)
      assert.match(said.join(), message)
    })
  }
})

test('and the program says so by its exit code', async () => {
  const { exit, errors } = start('simulate', '--bogus')
  assert.match(await errors, /^busbar: Unknown option '--bogus'/)
  assert.equal(await exit, 2)
})

test('help for all and for each', async () => {
  const all = start()
  assert.match(await all.line(), /^busbar: /)
  assert.equal(await all.exit, 0)
  for (const name of ['demo', 'simulate']) {
    const one = start(name, '--help')
    assert.match(await one.line(), new RegExp(`^busbar ${name}: `))
    assert.equal(await one.exit, 0)
  }
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends it cleanly, with clients connected`, async () => {
    const { program, exit, host, port } = await startPlant()
    const client = await dial({ host, port, envelope: 'tcp' })
    assert.ok('ok' in (await client.ask(1, { fn: 4, address: 0, count: 2 })))
    program.kill(signal)
    assert.equal(await exit, 0)
    client.close()
  })
}

test('the demo says what is there', async () => {
  const { program, exit, line } = start('demo', '--listen', '127.0.0.1:0')
  assert.match(await line(), /workshop of six simulated devices/)
  assert.match(await line(), /^ {2}workshop +127\.0\.0\.1:\d+ +Modbus TCP +1 em3p/)
  program.kill()
  assert.equal(await exit, 0)
})

test('a port in use is named, with one that is free', async () => {
  const first = await startPlant()
  const second = start('simulate', '--listen', `127.0.0.1:${first.port}`)
  assert.match(
    await second.errors,
    new RegExp(`127.0.0.1:${first.port} is in use by another program; try --listen 127`),
  )
  assert.equal(await second.exit, 2)
  first.program.kill()
  await first.exit
})

test('faults are switched by typing', async () => {
  const { program, exit, line, host, port } = await startPlant('--fault', 'workshop/1 exception code=6')
  const client = await dial({ host, port, envelope: 'tcp' })
  const read = () => client.ask(1, { fn: 4, address: 0, count: 2 })
  assert.deepEqual(await read(), { err: 'ServerDeviceBusy' })
  program.stdin.write('clear workshop/1\nfault workshop/1 exception code=4\nfault workshop/1 nonsense\n')
  assert.match(await line(), /there is no fault nonsense/)
  assert.deepEqual(await read(), { err: 'ServerDeviceFailure' })
  program.stdin.write('clear workshop/1\nshow workshop/1\n')
  assert.match(await line(), /U1 +\d+\.\d+ V +input 0 +Voltage L1/)
  assert.ok('ok' in (await read()))
  client.close()
  program.kill()
  assert.equal(await exit, 0)
})

test('a plant on a pseudo-terminal answers a serial master', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-cli-'))
  const link = join(folder, 'line')
  const { program, exit, ready } = await startPlant('--pty', link)
  assert.equal(ready.serial, link)
  const port = await openSerialPort({ path: link, baud: 9600, charFormat: 0 })
  const client = new Client(port, { envelope: 'rtu' })
  for (const unit of [1, 2, 3, 4, 5, 6]) assert.ok('ok' in (await client.ask(unit, { fn: 43, level: 1, object: 0 })))
  await port.close()
  program.kill()
  assert.equal(await exit, 0)
  rmSync(folder, { recursive: true })
})
