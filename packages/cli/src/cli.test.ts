import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from '@busbar/modbus'
import { dial, listen } from '@busbar/modbus/net'
import { openSerialPort } from '@busbar/serial'
import { runHere } from './testing/command.ts'
import { start } from './testing/program.ts'

interface ReadyLine {
  sites: { id: string; host: string; port: number }[]
  serial?: string
}
const startPlant = async (...args: string[]) => {
  const running = start('simulate', '--listen', '127.0.0.1:0', '--json', ...args)
  const ready = JSON.parse(await running.line()) as ReadyLine
  const [site] = ready.sites
  assert.ok(site)
  return { ...running, ready, host: site.host, port: site.port }
}

describe('refuses unknown arguments with advice, and starts nothing', () => {
  for (const [args, message] of [
    [['simulat'], /there is no command simulat; `busbar help` lists them/],
    [['simulate', '--prot', '1'], /Unknown option '--prot'; `busbar simulate --help` lists the options/],
    [['simulate', 'now'], /Unexpected argument 'now'/],
    [['simulate', '--speed'], /'--speed <value>' argument missing/],
    [['simulate', '--speed', 'fast'], /--speed takes a number from 0 to 1000000, not fast/],
    [['simulate', '--units', '1.5'], /--units takes a whole number/],
    [['simulate', '--listen', 'here'], /--listen takes HOST:PORT, not here/],
    [['simulate', '--listen', '127.0.0.1:70000'], /from 0 to 65535/],
    [['simulate', '--call-back', 'there'], /--call-back takes HOST:PORT, not there/],
    [['simulate', '--start', 'noon'], /--start takes a moment like 2026-05-04T12:00:00Z/],
    [['simulate', '--plant', '/nowhere.json'], /--plant takes workshop, district, swarm, library or a file/],
    [['simulate', '--fault', 'workshop/9 dead'], /nothing called workshop\/9/],
    [['simulate', '--fault', 'workshop broken'], /no fault broken; known are/],
    [['simulate', '--site', 'x'], /workshop has no site x/],
    [['admin', 'or'], /there is no command admin or; `busbar admin help` lists them/],
    [['admin', 'org', 'make'], /there is no command admin org make; `busbar admin org help` lists them/],
    [['admin', 'org', 'create'], /--name is needed/],
    [['admin', 'org', 'create', '--nam', 'x'], /Unknown option '--nam'; `busbar admin org create --help` lists/],
    [['admin', 'org', 'create', '--name', 'x', '--quota', 'few'], /--quota takes a number from 0/],
    [['admin', 'org', 'set', '--org', '1'], /nothing to set: give --name, --quota or --sms/],
    [['admin', 'org', 'set', '--org', '1', '--sms', 'no'], /--sms takes on, off, not no/],
    [['admin', 'user', 'create', '--org', '1', '--email', 'ann'], /--email: must be an e-mail address/],
    [['admin', 'key', 'create', '--org', '1', '--name', 'x', '--role', 'boss'], /--role takes demo, viewer/],
    [['admin', 'key', 'delete', '--key', 'x'], /--key takes a UUID in lower case, not x/],
    [['admin', 'backup'], /FILE is needed/],
    [['admin', 'backup', 'a', 'b'], /Unexpected argument 'b'/],
    [['cloud', '--quota', 'x'], /--quota takes a whole number from 0 to 1000000, not x/],
    [['cloud', '--db', 'mysql://u:secret@h/d'], /^busbar: --db takes postgres:[^,]*$/],
    [['demo', '--http', 'here'], /--http takes HOST:PORT, not here/],
    [['simulate', '--listen', '0', '--pty', '/tmp/x', '--serial', '/dev/y'], /--pty and --serial cannot be combined/],
  ] as const) {
    test(args.join(' '), async () => {
      const [code, output] = await runHere(args)
      assert.equal(code, 2)
      assert.match(output, message)
    })
  }
})

test('and the exit code of the program reports it', async () => {
  const { exit, errors } = start('simulate', '--bogus')
  assert.match(await errors, /^busbar: Unknown option '--bogus'/)
  assert.equal(await exit, 2)
})

test('help for all and for each', async () => {
  const all = start()
  assert.match(await all.line(), /^busbar: /)
  assert.equal(await all.exit, 0)
  for (const words of ['demo', 'cloud', 'simulate', 'admin', 'admin org', 'admin org create', 'admin backup']) {
    const [code, output] = await runHere([...words.split(' '), '--help'])
    assert.equal(code, 0)
    assert.ok(output.startsWith(`busbar ${words}: `))
  }
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends it cleanly, with clients connected`, async () => {
    const { program, exit, host, port } = await startPlant()
    const client = await dial({ host, port, envelope: 'tcp', timeoutMs: 60_000 })
    assert.ok('ok' in (await client.ask(1, { fn: 4, address: 0, count: 2 })))
    program.kill(signal)
    assert.equal(await exit, 0)
    client.close()
  })
}

test('a port in use is named, with one that is free', async () => {
  const first = await startPlant()
  const [code, output] = await runHere(['simulate', '--listen', `127.0.0.1:${first.port}`])
  assert.match(output, new RegExp(`127.0.0.1:${first.port} is in use by another program; try --listen 127`))
  assert.equal(code, 2)
  first.program.kill()
  await first.exit
})

test('faults are switched by typing', async () => {
  const { program, exit, line, host, port } = await startPlant('--fault', 'workshop/1 exception code=6')
  const client = await dial({ host, port, envelope: 'tcp', timeoutMs: 60_000 })
  const read = () => client.ask(1, { fn: 4, address: 0, count: 2 })
  assert.deepEqual(await read(), { err: 'ServerDeviceBusy' })
  program.stdin.write('clear workshop/1\nfault workshop/1 exception code=4\nfault workshop/1 nonsense\n')
  assert.match(await line(), /there is no fault nonsense/)
  assert.deepEqual(await read(), { err: 'ServerDeviceFailure' })
  program.stdin.write('clear workshop/1\nshow workshop/1\n')
  assert.match(await line(), /U1 +\d+(\.\d+)? V +input 0 +Voltage L1/)
  assert.ok('ok' in (await read()))
  client.close()
  program.kill()
  assert.equal(await exit, 0)
})

test('its gateways connect to a cloud, and their codes are printed', async (t) => {
  const { promise: called, resolve } = Promise.withResolvers<Client>()
  const onConnection = (socket: Socket): void => {
    // Behind the announcement the cloud is the master.
    socket.once('data', () => resolve(new Client(socket, { envelope: 'tcp', timeoutMs: 60_000 })))
  }
  const cloud = await listen({ port: 0, envelope: 'tcp', handler: () => undefined, onConnection })
  t.after(() => cloud.close())
  const { program, exit, line } = await startPlant('--call-back', `127.0.0.1:${cloud.port}`)
  const client = await called
  const write = (words: number[]) => client.ask(255, { fn: 16, address: 1009, words })
  assert.ok('ok' in (await write([188, 24_910])))
  const { mac, ...printed } = JSON.parse(await line()) as { mac: string }
  assert.deepEqual(printed, { id: 'workshop', code: 12_345_678 })
  assert.match(mac, /^02(:[0-9a-f]{2}){5}$/)
  assert.ok('ok' in (await write([0, 0])))
  assert.deepEqual(JSON.parse(await line()), { id: 'workshop', mac, code: null })
  assert.ok('ok' in (await client.ask(1, { fn: 4, address: 0, count: 2 })))
  program.kill()
  assert.equal(await exit, 0)
})

test('a plant on a pseudo-terminal answers a serial master', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-cli-'))
  const link = join(folder, 'line')
  const { program, exit, ready } = await startPlant('--pty', link)
  assert.equal(ready.serial, link)
  const port = await openSerialPort({ path: link, baud: 9600, charFormat: 0 })
  const client = new Client(port, { envelope: 'rtu', timeoutMs: 60_000 })
  for (const unit of [1, 2, 3, 4, 5, 6]) assert.ok('ok' in (await client.ask(unit, { fn: 43, level: 1, object: 0 })))
  await port.close()
  program.kill()
  assert.equal(await exit, 0)
  rmSync(folder, { recursive: true })
})
