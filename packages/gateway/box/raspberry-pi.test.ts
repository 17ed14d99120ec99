import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Box, missing, startBox } from './bed.ts'
import { image, makeImage, noDebootstrap } from './image.ts'
import { makePackage, until } from './packaged.ts'

/*
 * Executes every command of the tutorial, in its order, on a new Debian: as the user that Raspberry Pi Imager creates, who answers `y`
 * to every question. A neighbor on the LAN finds the box by mDNS.
 */

const guide = readFileSync(new URL('../../../docs/tutorials/raspberry-pi.md', import.meta.url), 'utf8')
const blocks = Array.from(guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm), ([, language = '', text = '']) => ({
  language,
  text,
}))
const textOf = (wanted: string): string => blocks.find(({ language }) => language === wanted)?.text ?? ''
const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trimEnd().split('\n') : []))

const bootFile = '/boot/firmware/busbar.txt'
const [, name = ''] = /^name=(.*)$/m.exec(textOf('ini')) ?? []
const [, code = ''] = /^code=(.*)$/m.exec(textOf('ini')) ?? []
const address = '10.77.0.50'
const ownPassword = 'kiln-7!'

/**
 * Imitates the contents of Raspberry Pi OS Lite after Raspberry Pi Imager: a user with sudo, Avahi, a host name, a boot
 * partition.
 */
const card = `set -e
rm -rf /var/lib/apt/lists/*
useradd --create-home --shell /bin/sh pi
echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/010_pi-nopasswd
mkdir -p /boot/firmware
echo raspberrypi >/etc/hostname && hostname raspberrypi
printf '127.0.0.1\\tlocalhost\\n127.0.1.1\\traspberrypi\\n' >/etc/hosts
systemctl start dbus
systemctl enable --now avahi-daemon
`

/** A cable to a neighbor. */
const lan = `set -e
ip netns add lan
ip link add eth0 type veth peer name lan0 netns lan
ip addr add ${address}/24 dev eth0
ip link set eth0 up
ip -n lan link set lo up
ip -n lan addr add 10.77.0.1/24 dev lan0
ip -n lan link set lan0 up
`

/** The steps that are not a command on the box, or that namespaces do not have; all other commands run as they are written. */
const equivalents: readonly (readonly [command: RegExp, equivalent: (box: Box, deb: string) => Promise<unknown>])[] = [
  // The package is copied without a network.
  [
    /^scp busbar-gateway_\S+\.deb pi@raspberrypi\.local:$/,
    async (box, deb) => copyFileSync(deb, box.pathOf(`/home/pi/${basename(deb)}`)),
  ],
  // All later commands run as this user.
  [/^ssh pi@raspberrypi\.local$/, (box) => asUser(box, 'id')],
  // The gateway and Avahi stop, what the gateway has in /run is gone, and both start.
  [
    /^sudo reboot$/,
    async (box) => {
      await box.run('systemctl', 'stop', 'busbar-gateway.service', 'avahi-daemon.service')
      await box.run('sh', '-c', 'rm -rf /run/busbar-gateway /run/busbar-gateway.issue')
      await box.run('systemd-tmpfiles', '--create', 'busbar-gateway.conf')
      await box.run('systemctl', 'start', 'avahi-daemon.service', 'busbar-gateway.service')
    },
  ],
]

const asUser = (box: Box, command: string): Promise<string> =>
  box.run('/usr/sbin/runuser', '-u', 'pi', '--', 'sh', '-c', `cd ~ && yes | ${command}`)

const stateOf = (box: Box, unit: string): Promise<string> =>
  box.run('systemctl', 'show', '--property=ActiveState', '--value', unit)

/** Asks the LAN for the address of a name, as a browser does (RFC 6762), and prints it. */
const mdnsQuery = (host: string): string => `
  const labels = ${JSON.stringify(host)}.split('.').map((one) => Buffer.concat([Buffer.of(one.length), Buffer.from(one)]))
  const query = Buffer.concat([Buffer.from('000000000001000000000000', 'hex'), ...labels, Buffer.from('0000010001', 'hex')])
  const socket = require('node:dgram').createSocket('udp4')
  socket.on('message', (answer) => { console.log([...answer.subarray(-4)].join('.')); socket.close(); clearInterval(asking) })
  socket.bind(0, '10.77.0.1', () => socket.setMulticastInterface('10.77.0.1'))
  const asking = setInterval(() => socket.send(query, 5353, '224.0.0.251'), 500)
  setTimeout(() => process.exit(1), 10000).unref()
`

describe('the tutorial for a Raspberry Pi', { skip: missing() ?? noDebootstrap ?? false, timeout: 900_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-raspberry-pi-'))
  let started: Box | undefined
  let deb = ''
  let problem: string | undefined

  before(async () => {
    problem = await makeImage()
    if (problem !== undefined) return
    ;({ deb } = makePackage(work, generateKeyPairSync('ed25519').publicKey))
    started = await startBox(image)
    await started.run('sh', '-c', card)
    await started.run('sh', '-c', lan)
  })
  after(async () => {
    await started?.stop()
    rmSync(work, { recursive: true })
  })

  const boxOf = (): Box => started ?? assert.fail('no box')
  const readFile = (path: string): string => readFileSync(boxOf().pathOf(path), 'utf8')
  const fromLan = (...command: string[]): Promise<string> => boxOf().run('ip', 'netns', 'exec', 'lan', ...command)
  const found = (host: string): Promise<string> => fromLan('/usr/lib/busbar-gateway/bin/node', '-e', mdnsQuery(host))

  /** A request of the neighbor to the panel, by the name of the box. */
  const request = async (path: string, body?: object, token = '', host = `${name}.local`) => {
    const sent = body === undefined ? [] : ['-d', JSON.stringify(body)]
    const resolve = ['--resolve', `${host}:80:${address}`]
    const flags = ['-s', '-m', '30', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${token}`]
    const text = await fromLan('curl', ...flags, ...resolve, ...sent, `http://${host}/${path}`)
    const end = text.lastIndexOf('\n')
    return { status: Number(text.slice(end + 1)), text: text.slice(0, end) }
  }
  const logIn = async (password: string) => {
    const { salt } = JSON.parse((await request('api/login/salt/')).text) as { salt: string }
    const proof = createHash('sha1').update(`admin${password}${salt}`).digest('hex')
    const { status, text } = await request('api/login/', { username: 'admin', password: proof })
    return { status, ...(JSON.parse(text) as { token?: string; error?: string }) }
  }
  const isAnswering = async (): Promise<boolean> =>
    (await request('api/version/').catch(() => undefined))?.text.includes('firmwareVer') === true
  /** Returns the text that agetty prints above each login prompt. */
  const consoleText = (): Promise<string> =>
    boxOf().run('script', '--quiet', '--command', 'agetty --show-issue', '/dev/null')

  /** Expected effect of each command. */
  const effects: Readonly<Record<string, (output: string) => Promise<void>>> = {
    'sudo apt install': async () => {
      await until('the box by its name', async () => {
        const isApplied = (await stateOf(boxOf(), 'busbar-gateway-first-run.service')) === 'inactive'
        return isApplied && readFile('/etc/hostname').trim() === name && (await isAnswering())
      })
      assert.match(
        readFile(bootFile),
        /^# applied: name=hall-3\n# applied: code=\(removed\)\n# applied: timezone=Europe\/Warsaw\n/,
      )
      assert.equal(await boxOf().run('readlink', '-f', '/etc/localtime'), '/usr/share/zoneinfo/Europe/Warsaw')
    },
    'sudo busbar-gateway-setup panel on': async (output) => assert.match(output, /The box is so already/),
    'sudo reboot': async () => {
      await until('the panel after a restart', isAnswering)
      const wanted = textOf('text').trim().replace('192.168.1.20', address).split('\n')
      await until('the code on the console', async () => {
        const shown = await consoleText()
        // Each line exactly once, however many directories this version of agetty reads.
        return wanted.every((line) => shown.split(line).length === 2)
      })
      assert.match(await consoleText(), /^Certificate of the encrypted panel: (?:[\dA-F]{2}:){31}[\dA-F]{2}\r?$/m)
    },
    'sudo busbar-gateway-setup first-run': async (output) =>
      assert.ok(output.endsWith(`Code for the first run: ${code}`)),
    'sudo -u busbar-gateway busbar-gateway status': async (output) => assert.match(output, new RegExp(name)),
    'sudo busbar-gateway-setup modbus on': async () => {
      assert.match(await boxOf().run('ss', '-ltnH'), /0\.0\.0\.0:502 /)
    },
  }

  test('forbids every program in the box to set the clock of the machine', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const bounding = await boxOf().run('sh', '-c', 'cat /proc/1/status /proc/self/status | grep CapBnd')
    for (const [, bits] of bounding.matchAll(/CapBnd:\s*([0-9a-f]+)/g))
      assert.equal(BigInt(`0x${bits}`) & (1n << 25n), 0n)
  })

  test('busbar.txt is on the boot partition before the box starts', (t) => {
    if (problem !== undefined) return t.skip(problem)
    writeFileSync(boxOf().pathOf(bootFile), textOf('ini'))
  })

  for (const command of commands) {
    test(`$ ${command}`, async (t) => {
      if (problem !== undefined) return t.skip(problem)
      const [, equivalent] = equivalents.find(([pattern]) => pattern.test(command)) ?? []
      // The package of this machine has another architecture.
      const own = command.replace(/busbar-gateway_\S+\.deb/, basename(deb))
      const output = equivalent === undefined ? await asUser(boxOf(), own) : String(await equivalent(boxOf(), deb))
      const [, effect] = Object.entries(effects).find(([start]) => command.startsWith(start)) ?? []
      await effect?.(output)
    })
  }

  test('every effect belongs to a command of the tutorial', () => {
    for (const start of Object.keys(effects))
      assert.ok(
        commands.some((one) => one.startsWith(start)),
        start,
      )
    for (const [pattern] of equivalents)
      assert.ok(
        commands.some((one) => pattern.test(one)),
        String(pattern),
      )
  })

  test('a neighbor finds the box by its name, and the page of the panel', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    assert.equal(await found(`${name}.local`), address)
    const { status, text } = await request('')
    assert.equal(status, 200)
    assert.match(text, /<html/)
    assert.equal((await request('api/first-run/')).text, '{"isOpen":true,"problems":[]}')
    assert.equal((await request('api/version/', undefined, '', 'evil.example')).status, 403)
  })

  test('wrong codes are refused, and delayed after five', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    assert.equal((await request('api/users/')).status, 401)
    const errors: (string | undefined)[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) errors.push((await logIn(`guess${attempt}`)).error)
    assert.deepEqual(errors, [...Array(5).fill('ERROR_LOGIN'), 'ERROR_LOGIN_WAIT'])
  })

  test('the code opens the first run; with a password of its owner it is void and leaves the console', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    let token = ''
    await until('the end of the delay', async () => (token = (await logIn(code)).token ?? '') !== '')
    const set = await request('api/users/password/', { username: 'admin', password: ownPassword }, token)
    assert.equal(set.status, 200, set.text)
    await until('a console without the code', async () => !(await consoleText()).includes('Code'))
    assert.equal((await logIn(code)).error, 'ERROR_LOGIN')
    assert.ok((await logIn(ownPassword)).token)
    assert.equal((await request('api/first-run/')).text, '{"isOpen":false,"problems":[]}')
  })

  test('errors of a later busbar.txt are on the console and in the panel, and the box runs on', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    writeFileSync(boxOf().pathOf(bootFile), 'name=hall 4\ncode=gate4712\n')
    await boxOf().run('systemctl', 'restart', 'busbar-gateway')
    await until('the errors', async () => (await consoleText()).includes('line 2: The first run is done.'))
    assert.equal(
      (await request('api/first-run/')).text,
      '{"isOpen":false,"problems":[{"line":1,"problem":"hostName"},{"line":2,"problem":"done"}]}',
    )
    assert.doesNotMatch(readFile(bootFile), /gate4712/)
    assert.ok((await logIn(ownPassword)).token)
  })

  test('a purge leaves nothing on the console', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    await boxOf().run('dpkg', '-P', 'busbar-gateway')
    assert.doesNotMatch(await consoleText(), /busbar/)
    assert.equal(await boxOf().run('find', '/etc', '/run', '-name', 'busbar*.issue'), '')
    const units = readdirSync(boxOf().pathOf('/usr/lib/systemd/system')).filter((one) => one.startsWith('busbar'))
    assert.deepEqual(units, [])
    assert.equal(existsSync(boxOf().pathOf(bootFile)), true)
  })
})
