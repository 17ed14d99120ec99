import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testFolder } from '../../testing/folder.ts'
import type { FirstRunRequest } from '../first-run.ts'
import { decodeBootFile, parseBootFile, rewriteBootFile } from './boot-file.ts'
import { clockOf, setUpFirstRun } from './first-run.ts'

const bootPath = '/boot/firmware/busbar.txt'
const optionsPath = '/etc/default/busbar-gateway'
const issuePath = '/run/busbar-gateway.issue'
const marker = '# Read by the Busbar gateway. Lines that begin with # are not read again.'
const restart = 'systemctl try-restart busbar-gateway.service'

/** A box in a folder, with a gateway whose generated code is k7m2pq9x4d. */
const box = (t: TestContext, { isDone = false, refuses = '' } = {}) => {
  const root = testFolder(t)
  const printed: string[] = []
  const ran: string[] = []
  const requests: FirstRunRequest[] = []
  const gateway = { code: isDone ? null : 'k7m2pq9x4d', host: '127.0.0.1' }
  const state = { name: 'raspberrypi' }
  const put = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const text = (path: string): string => readFileSync(join(root, path), 'utf8')
  put(optionsPath, '#BUSBAR_GATEWAY_HTTP=0.0.0.0\n')
  put('/etc/hosts', '127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n')
  return {
    printed,
    ran,
    requests,
    put,
    text,
    has: (path: string) => existsSync(join(root, path)),
    modeOf: (path: string) => statSync(join(root, path)).mode & 0o777,
    finish: () => {
      gateway.code = null
    },
    run: () =>
      setUpFirstRun({
        root,
        now: () => new Date('2026-11-19T12:00:00Z'),
        print: (line) => void printed.push(line),
        ask: () => assert.fail('asked'),
        adopt: () => assert.fail('adopted'),
        async run(program, ...args) {
          if (program === 'uname') return `${state.name}\n`
          ran.push([program, ...args].join(' '))
          if (program === refuses) throw new Error('refused')
          if (program === 'hostnamectl') state.name = args.at(-1) ?? ''
          if (args.includes('try-restart') && text(optionsPath).includes('\nBUSBAR_GATEWAY_HTTPS=0.0.0.0'))
            gateway.host = '0.0.0.0'
          return ''
        },
        async firstRun(request) {
          requests.push(request)
          if (request.code !== undefined) gateway.code = request.code
          return { code: gateway.code, http: { host: gateway.host, port: 80 }, https: null }
        },
      }),
  }
}

test('without a boot file the console shows the code, and how to open the panel; the code is for root alone', async (t) => {
  const { run, text, ran, printed, modeOf } = box(t)
  await run()
  assert.match(text(issuePath), /busbar-gateway-setup panel on\nCode for the first run: k7m2pq9x4d\n/)
  assert.equal(printed.at(-1), 'Code for the first run: k7m2pq9x4d')
  assert.equal(modeOf(issuePath), 0o600)
  assert.deepEqual(ran, ['agetty --reload'])
})

test('name, code and time zone are applied once, the panel is opened, and the code is removed from the file', async (t) => {
  const { run, put, text, ran, requests, printed } = box(t)
  put(bootPath, 'name=Hall-3\r\n# my box\r\ncode = gate4711\r\ntimezone=Europe/Warsaw\r\n')
  await run()
  assert.equal(
    text(bootPath),
    `# applied: name=Hall-3\r\n# my box\r\n# applied: code=(removed)\r\n# applied: timezone=Europe/Warsaw\r\n${marker}\r\n`,
  )
  assert.match(text(optionsPath), /^BUSBAR_GATEWAY_HTTP=0\.0\.0\.0\nBUSBAR_GATEWAY_HTTPS=0\.0\.0\.0\n$/)
  assert.equal(text('/etc/hosts'), '127.0.0.1\tlocalhost\n127.0.1.1\thall-3\n')
  assert.deepEqual(ran, [
    'timedatectl set-timezone Europe/Warsaw',
    'hostnamectl set-hostname hall-3',
    'systemctl try-restart avahi-daemon.service',
    restart,
    'agetty --reload',
  ])
  assert.deepEqual(requests.slice(1, 3), [{ code: 'gate4711' }, { clock: { timeGmt: 4, tsMode: 8 } }])
  assert.deepEqual(printed, ['Busbar gateway: http://hall-3.local/', 'Code for the first run: gate4711'])
  assert.match(text(issuePath), /http:\/\/hall-3\.local\/ or http:\/\/\\4\/\nCode for the first run: gate4711\n/)
  ran.length = 0
  const before = text(bootPath)
  await run()
  assert.deepEqual([ran, text(bootPath)], [[], before], 'a second start changes nothing')
})

test('wrong lines are reported and stay, except for their codes; the others are applied, and corrections are read later', async (t) => {
  const { run, put, text, requests, printed } = box(t)
  put(bootPath, 'name=hall_3\ncode=short1\npasswort=x\ntimezone\ntimezone=Europe/Kyiv\ntimezone=UTC\n')
  await run()
  assert.deepEqual(requests.at(-1), {
    problems: [
      { line: 1, problem: 'hostName' },
      { line: 2, problem: 'code' },
      { line: 3, problem: 'name' },
      { line: 4, problem: 'value' },
      { line: 6, problem: 'twice' },
    ],
  })
  assert.deepEqual(text(bootPath).split('\n').slice(0, 8), [
    'name=hall_3',
    'code=',
    'passwort=x',
    'timezone',
    '# applied: timezone=Europe/Kyiv',
    '# not applied: timezone=UTC',
    marker,
    '# error: line 1: The host name must consist of 1 to 63 letters, digits and hyphens.',
  ])
  assert.ok(
    printed.includes('busbar.txt, line 2: The code must have 8 to 10 letters and digits, at least one of each.'),
  )
  assert.match(text(issuePath), /k7m2pq9x4d\nbusbar\.txt, line 1: /)
  put(bootPath, text(bootPath).replace('hall_3', 'hall-3').replace('code=', 'code=gate4711'))
  await run()
  assert.match(text(bootPath), /^# applied: name=hall-3\n# applied: code=\(removed\)\npasswort=x\n/)
  assert.match(text(issuePath), /gate4711\nbusbar\.txt, line 3: /)
})

test('once a person has chosen a password the console has no code, and a code in the file is refused and removed', async (t) => {
  const { run, put, text, ran, has, requests, finish } = box(t)
  await run()
  finish()
  await run()
  assert.equal(has(issuePath), false)
  assert.deepEqual(ran.slice(-2), ['agetty --reload', 'systemctl stop busbar-gateway-first-run.path'])
  put(bootPath, 'code=gate4711\n')
  await run()
  assert.deepEqual(requests.at(-1), { problems: [{ line: 1, problem: 'done' }] })
  assert.ok(requests.every(({ code }) => code === undefined))
  assert.match(text(bootPath), /^# not applied: code=\(removed\)\n/)
})

for (const refuses of ['hostnamectl', 'timedatectl']) {
  test(`reports a value that ${refuses} refuses, applies the others and retries it`, async (t) => {
    const { run, put, text, requests } = box(t, { refuses })
    const line = refuses === 'hostnamectl' ? 'name=hall-3' : 'timezone=UTC'
    put(bootPath, `code=gate4711\n${line}\n`)
    await run()
    assert.deepEqual(requests.at(-1), { problems: [{ line: 2, problem: 'system' }] })
    assert.match(text(bootPath), new RegExp(`^# applied: code=\\(removed\\)\n${line}\n`))
  })
}

test('an empty file opens the panel once; options of the owner stay', async (t) => {
  const { run, put, text, ran } = box(t)
  put(optionsPath, 'BUSBAR_GATEWAY_HTTP=192.168.1.5\n')
  put(bootPath, '')
  await run()
  assert.equal(text(optionsPath), 'BUSBAR_GATEWAY_HTTP=192.168.1.5\nBUSBAR_GATEWAY_HTTPS=0.0.0.0\n')
  assert.deepEqual([text(bootPath), ran[0]], [`${marker}\n`, restart])
  put(optionsPath, 'BUSBAR_GATEWAY_HTTP=127.0.0.1\n')
  await run()
  assert.equal(text(optionsPath), 'BUSBAR_GATEWAY_HTTP=127.0.0.1\n')
})

test('files of every editor are read, and what is not text is reported and stays', async (t) => {
  const bom = Buffer.from('\ufeffname=a1 \r\n')
  const utf16 = Buffer.from('\ufeffname=a1\n', 'utf16le')
  const latin = Buffer.from('# Pompa gł\xf3wna\nname=a1\n', 'latin1')
  for (const bytes of [bom, utf16, latin]) {
    const text = decodeBootFile(bytes) ?? assert.fail('no text')
    assert.equal(parseBootFile(text).entries.name?.value, 'a1')
  }
  assert.equal(decodeBootFile(Buffer.from([0, 110])), undefined)
  assert.equal(decodeBootFile(Buffer.alloc(20_000, '#')), undefined)
  const text = decodeBootFile(latin) ?? ''
  assert.deepEqual(Buffer.from(rewriteBootFile(text, [], []), 'latin1').subarray(0, latin.length), latin)
  const { run, put, requests, text: read } = box(t)
  put(bootPath, '\0name=a1')
  await run()
  assert.deepEqual([requests.at(-1), read(bootPath)], [{ problems: [{ line: 1, problem: 'encoding' }] }, '\0name=a1'])
})

for (const [timeZone, timeGmt, tsMode] of [
  ['Europe/Warsaw', 4, 8],
  ['Europe/Kyiv', 8, 12],
  ['Europe/Dublin', 0, 3],
  ['Europe/Madrid', 4, 3],
  ['Europe/Minsk', 12, null],
  ['America/New_York', -20, 10],
  ['America/Caracas', -16, null],
  ['Asia/Kathmandu', 23, null],
  ['Australia/Sydney', 40, null],
  ['UTC', 0, null],
] as const)
  test(`${timeZone} is ${timeGmt} quarters with summer time ${tsMode}`, () =>
    assert.deepEqual(clockOf(timeZone, 2026), { timeGmt, tsMode }))

test('a time zone that does not exist is refused', () => assert.equal(clockOf('Europe/Atlantis', 2026), undefined))
