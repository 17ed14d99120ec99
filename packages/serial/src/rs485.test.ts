import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { openPty } from './pty.ts'
import { type Rs485Config, type Rs485Result, rs485Flags, setRs485 } from './rs485.ts'
import { openSerialPort } from './serial-port.ts'

const native = new URL('../native/', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'busbar-rs485-'))
after(() => rmSync(folder, { recursive: true }))

/** A built program; undefined where this machine cannot compile it. */
const build = (name: string, ...words: string[]): string | undefined => {
  const path = join(folder, name)
  const { status } = spawnSync('cc', ['-Wall', '-Wextra', '-Werror', '-o', path, `${native}busbar-tty.c`, ...words])
  return status === 0 ? path : undefined
}
const helper = process.platform === 'linux' ? build('busbar-tty') : undefined
const helperWithDriver = helper && build('busbar-tty-with-driver', `${native}testing/fake-driver.c`, '-Wl,--wrap=ioctl')
const noCompiler = helper === undefined ? 'there is no C compiler for Linux' : false
const noStrace = spawnSync('strace', ['-V']).status === 0 ? noCompiler : 'there is no strace'

/** A program that runs another one with a prefix. */
const script = (name: string, line: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return path
}

/** Opens a pseudo-terminal with this program and configuration; the port stays open for the test. */
const openWith = async (t: TestContext, program: string, config: Rs485Config) => {
  const pty = await openPty()
  const results: Rs485Result[] = []
  const prepare = async (fd: number): Promise<void> => void results.push(await setRs485(program, fd, config))
  const port = await openSerialPort({ path: pty.path, baud: 9600, charFormat: 4, prepare })
  t.after(async () => {
    await port.close()
    await pty.close()
  })
  const [result = assert.fail('the port was not prepared')] = results
  return { pty, port, result }
}

const { enabled, rtsOnSend, rtsAfterSend, terminate } = rs485Flags
const off = { flags: 0, delayBeforeMs: 0, delayAfterMs: 0 }
const rows: [title: string, config: Rs485Config, bytes: string][] = [
  ['off', off, '000000000000000000000000'],
  ['RTS on send', { flags: enabled | rtsOnSend, delayBeforeMs: 1, delayAfterMs: 2 }, '030000000100000002000000'],
  [
    'RTS after send',
    { flags: enabled | rtsAfterSend, delayBeforeMs: 0, delayAfterMs: 100 },
    '050000000000000064000000',
  ],
  [
    'RTS on send with termination',
    { flags: enabled | rtsOnSend | terminate, delayBeforeMs: 0, delayAfterMs: 0 },
    '230000000000000000000000',
  ],
]

describe('the system calls of busbar-tty', { skip: noStrace }, () => {
  for (const [title, config] of rows) {
    test(`issues TIOCSRS485 on the open port: ${title}`, async (t) => {
      const trace = join(folder, 'trace')
      const program = script(
        'traced',
        `exec strace -o ${trace} -e trace=ioctl,write -e inject=ioctl:retval=0 ${helper} "$@"`,
      )
      const { result } = await openWith(t, program, config)
      assert.deepEqual(result, { ok: { before: off, used: config } })
      const calls = readFileSync(trace, 'utf8').matchAll(/^(ioctl\(3, \w+|write\(1, .*")/gm)
      const { flags, delayBeforeMs, delayAfterMs } = config
      assert.deepEqual(
        Array.from(calls, ([call]) => call),
        [
          'ioctl(3, TIOCGRS485',
          'ioctl(3, TIOCSRS485',
          'ioctl(3, TIOCGRS485',
          `write(1, "before 0 0 0\\nused ${flags} ${delayBeforeMs} ${delayAfterMs}\\n"`,
        ],
      )
    })
  }

  test('a pseudo-terminal has no RS-485 mode: ENOTTY is reported, and bytes pass in both directions', async (t) => {
    const trace = join(folder, 'trace-of-pty')
    const program = script('traced-pty', `exec strace -o ${trace} -e trace=ioctl ${helper} "$@"`)
    const [, [, config]] = rows as [unknown, (typeof rows)[number]]
    const { pty, port, result } = await openWith(t, program, config)
    assert.deepEqual(result, { err: 'absent', detail: 'TIOCGRS485: Inappropriate ioctl for device' })
    assert.match(readFileSync(trace, 'utf8'), /ioctl\(3, TIOCGRS485, 0x\w+\) += -1 ENOTTY/)
    for (const [from, to] of [
      [pty, port],
      [port, pty],
    ] as const) {
      const received = once(to, 'data')
      from.write(Uint8Array.of(7))
      assert.deepEqual([...((await received)[0] as Uint8Array)], [7])
    }
  })
})

describe('the outcome with each driver', { skip: noCompiler }, () => {
  const [state, calls] = [join(folder, 'state'), join(folder, 'calls')]
  const on = { flags: enabled | rtsOnSend, delayBeforeMs: 5, delayAfterMs: 7 }
  const inverted = { ...on, flags: enabled | rtsAfterSend }

  const apply = async (t: TestContext, driver: string, ...configs: Rs485Config[]): Promise<Rs485Result[]> => {
    for (const path of [state, calls]) rmSync(path, { force: true })
    const variables = `RS485_DRIVER=${driver} RS485_STATE=${state} RS485_CALLS=${calls}`
    const program = script(driver, `${variables} exec ${helperWithDriver} "$@"`)
    const results: Rs485Result[] = []
    for (const config of configs) results.push((await openWith(t, program, config)).result)
    return results
  }
  const requests = (): string[] => readFileSync(calls, 'utf8').trim().split('\n')

  for (const [title, config, bytes] of rows) {
    test(`passes all 32 bytes of struct serial_rs485: ${title}`, async (t) => {
      await apply(t, 'full', config)
      assert.deepEqual(requests(), [`3 TIOCSRS485 ${bytes.padEnd(64, '0')}`])
    })
  }

  test('a driver with RS-485 uses the requested configuration and reports the previous one', async (t) => {
    const results = await apply(t, 'full', on, inverted)
    assert.deepEqual(results, [{ ok: { before: off, used: on } }, { ok: { before: on, used: inverted } }])
  })

  test('a driver that refuses one polarity keeps its mode', async (t) => {
    const results = await apply(t, 'fixed', on, inverted, on)
    assert.deepEqual(results[1], { err: 'refused', detail: 'TIOCSRS485: Invalid argument' })
    assert.deepEqual(results[2], { ok: { before: on, used: on } })
  })

  test('a driver that silently changes the polarity gets its previous configuration back', async (t) => {
    const results = await apply(t, 'silent', on, inverted)
    assert.deepEqual(results[1], {
      err: 'refused',
      detail: 'the driver chose another mode; the previous mode was restored',
    })
    assert.deepEqual(
      requests().map((line) => line.slice(0, 22)),
      ['3 TIOCSRS485 030000000', '3 TIOCSRS485 050000000', '3 TIOCSRS485 030000000'],
    )
  })

  test('a driver without delays and termination reports what it uses', async (t) => {
    const [result] = await apply(t, 'capped', { ...on, flags: on.flags | terminate })
    assert.deepEqual(result, { ok: { before: off, used: { ...off, flags: on.flags } } })
  })
})

describe('a helper that does not work', () => {
  const rowsOfHelpers: [title: string, program: string, detail: RegExp][] = [
    ['is missing', join(folder, 'none'), /ENOENT/],
    ['is for another architecture or crashes', script('crash', 'exit 139'), /ended with status 139/],
    ['prints nothing', script('mute', 'exit 0'), /ended with status 0/],
  ]
  for (const [title, program, detail] of rowsOfHelpers) {
    test(`${title}: the result has the reason`, async (t) => {
      const { result } = await openWith(t, program, off)
      assert.ok('err' in result && result.err === 'helper')
      assert.match(result.detail, detail)
    })
  }

  test('a port whose preparation fails is closed and unlocked', async (t) => {
    const pty = await openPty()
    t.after(() => pty.close())
    const options = { path: pty.path, baud: 9600, charFormat: 4 } as const
    const prepare = (): Promise<void> => Promise.reject(new Error('not prepared'))
    await assert.rejects(openSerialPort({ ...options, prepare }), /not prepared/)
    await (await openSerialPort(options)).close()
  })

  test('the port stays in non-blocking mode after the helper used it', {
    skip: !existsSync('/proc/self/fdinfo'),
  }, async (t) => {
    const { port } = await openWith(t, script('true', 'exit 0'), off)
    const [, flags = ''] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${port.fd}`, 'utf8')) ?? []
    const nonBlocking = 0o4000
    assert.equal(Number.parseInt(flags, 8) & nonBlocking, nonBlocking)
  })
})
