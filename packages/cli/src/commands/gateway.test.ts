import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import type { readStatus } from '@busbar/gateway/local-commands'
import { busbar } from '../busbar.ts'
import { start } from '../testing/program.ts'
import { commands } from './only-gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-cli-gateway-'))
after(() => rmSync(folder, { recursive: true }))

interface ReadyLine {
  gateway: {
    url: string
    https: { url: string; fingerprint: string }
    modbusTcp: string
    username?: string
    password?: string
  }
}

type Status = Awaited<ReturnType<typeof readStatus>>

const startGateway = async (data: string, ...more: string[]) => {
  const places = ['--http', '127.0.0.1:0', '--modbus', '127.0.0.1:0', '--log-level', 'warn']
  const running = start('gateway', '--data', data, '--json', ...places, ...more)
  const { gateway } = JSON.parse(await running.line()) as ReadyLine
  return { ...running, gateway }
}

const run = async (args: readonly string[], input: readonly string[] = []) => {
  const output: string[] = []
  const complained: string[] = []
  const context = {
    print: (line: string) => output.push(line),
    input: Readable.from(input),
    ended: new Promise<void>(() => {}),
  }
  const code = await busbar(commands, args, context, (line) => complained.push(line))
  return { code, output: output.join('\n'), complained: complained.join('\n') }
}

describe('refuses unknown arguments with advice', () => {
  for (const [args, code, message] of [
    [['gateway', '--variant', 'C'], 2, /--variant takes A or B, not C/],
    [['gateway', '--http', 'a:b'], 2, /--http takes HOST or HOST:PORT, not a:b/],
    [['gateway', 'buton'], 2, /Unexpected argument 'buton'/],
    [['gateway', 'button', '--dat', 'x'], 2, /Unknown option '--dat'; `busbar gateway button --help` lists/],
    [['gateway', 'button', '--data', folder], 1, /no gateway runs in /],
    [['gateway', 'status', '--data', join(folder, 'none')], 1, /none: there is no such folder, and no gateway runs/],
    [['gateway', 'user', '--data', folder, '--password-stdin'], 2, /there is no line on stdin/],
  ] as const) {
    test(args.join(' '), async () => {
      const outcome = await run(args)
      assert.equal(outcome.code, code)
      assert.match(outcome.complained, message)
    })
  }
  test('a password with a space', async () => {
    const { code, complained } = await run(['gateway', 'user', '--data', folder, '--password-stdin'], ['a b c d'])
    assert.equal(code, 2)
    assert.match(complained, /5 to 64 ASCII characters and no spaces/)
  })
})

test('help lists every flag, and the commands of one word more', async () => {
  const { output } = await run(['gateway', '--help'])
  for (const text of ['--port DEVICE', '--lax-levels', 'BUSBAR_GATEWAY_CALLBACK_TLS', 'busbar gateway button']) {
    assert.ok(output.includes(text), text)
  }
  assert.match((await run(['gateway', 'user', '--help'])).output, /^busbar gateway user: /)
})

test('the first start tells the password once; the button and the user reach it; a second is refused', async () => {
  const data = join(folder, 'one')
  const { gateway, program, exit } = await startGateway(data)
  assert.equal(gateway.username, 'admin')
  assert.match(gateway.password ?? '', /^[a-z0-9]{10}$/)

  const second = await run(['gateway', '--data', data, '--http', '127.0.0.1:0', '--log-level', 'silent'])
  assert.match(second.complained, /a gateway is running in .*one; each needs a folder of its own \(--data\)/)
  assert.equal(second.code, 1)

  const identify = async () => (await fetch(`${gateway.url}api/identify/`, { headers: { connection: 'close' } })).status
  assert.equal(await identify(), 401)
  assert.match((await run(['gateway', 'button', '--data', data])).output, /was pressed/)
  assert.equal(await identify(), 200)
  assert.match((await run(['gateway', 'user', '--data', data])).output, /shown only now: [\w-]{12}$/)
  const status = async () => JSON.parse((await run(['gateway', 'status', '--data', data, '--json'])).output) as Status
  const running = await status()
  const { url, https, modbusTcp } = gateway
  assert.deepEqual(running.listening, { http: url, https, httpsProblem: null, modbusTcp })
  assert.match(https.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  assert.match(
    (await run(['gateway', 'status', '--data', data])).output,
    /^Keys +this gateway [\w+/]{8}, no cloud known/m,
  )

  program.kill('SIGTERM')
  assert.equal(await exit, 0)
  const ended = await status()
  assert.deepEqual([running.isRunning, ended.isRunning], [true, false])
  assert.deepEqual([ended.identity, ended.keys, ended.data], [running.identity, running.keys, running.data])
  assert.equal(ended.data.notKept, null)
  assert.match((await run(['gateway', 'user', '--data', data, '--remove'])).output, /The user was removed/)
  const again = await startGateway(data)
  assert.equal(again.gateway.password, undefined)
  again.program.kill('SIGINT')
  assert.equal(await again.exit, 0)
})

test('starts again after it was killed, and reports the reason', async () => {
  const data = join(folder, 'killed')
  const first = await startGateway(data)
  first.program.kill('SIGKILL')
  await first.exit
  const { gateway, program, exit } = await startGateway(data)
  await run(['gateway', 'button', '--data', data])
  const response = await fetch(`${gateway.url}api/state/get/?misc`, { headers: { connection: 'close' } })
  const { misc } = (await response.json()) as { misc: { resetFlags: string[] } }
  assert.deepEqual(misc.resetFlags, ['RST_CAUSE_IWDG'])
  program.kill()
  assert.equal(await exit, 0)
})

test('a port in use is named, with one that is free', async () => {
  const { gateway, program, exit } = await startGateway(join(folder, 'first'))
  const { host } = new URL(gateway.url)
  const second = await run(['gateway', '--data', join(folder, 'second'), '--http', host, '--log-level', 'silent'])
  assert.match(second.complained, new RegExp(`${host} is in use by another program; try --http 127`))
  assert.equal(second.code, 2)
  program.kill()
  await exit
})
