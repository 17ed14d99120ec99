import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { packArchive, signManifest } from '@busbar/firmware'
import { type Box, missing, startBox } from './bed.ts'

const root = new URL('../../..', import.meta.url).pathname
const own = generateKeyPairSync('ed25519')
const helper = '/run/busbar-gateway-root.sock'
/** Shorter than on a box in the field, so that trials end while one waits. */
const quick = '[Service]\nTimeoutStartSec=5\nWatchdogSec=3\nRestartSec=100ms\n[Unit]\nStartLimitIntervalSec=0\n'

/** What is wrong with a release, as what it runs in the place of the gateway. */
const faults = {
  crashes: 'process.exit(1)\n',
  'never gets ready': 'setInterval(() => {}, 1000)\n',
  'hangs after it was ready':
    "import { execFileSync } from 'node:child_process'\nexecFileSync('systemd-notify', ['READY=1'])\nfor (;;);\n",
} as const

describe('the package under a real systemd', { skip: missing() ?? false, timeout: 600_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-deb-'))
  let box: Box
  let deb = ''
  let tree = ''

  before(async () => {
    const keys = join(work, 'keys')
    mkdirSync(keys)
    writeFileSync(join(keys, 'own.pem'), own.publicKey.export({ type: 'spki', format: 'pem' }))
    execFileSync(process.execPath, [join(root, 'scripts/package-deb.mjs'), '--release-keys', keys], {
      cwd: root,
      stdio: 'ignore',
    })
    const name = readdirSync(join(root, 'dist')).find((one) => one.endsWith('.deb')) ?? assert.fail('no package')
    deb = join(root, 'dist', name)
    tree = join(root, 'dist/busbar-gateway/usr/lib/busbar-gateway')
    box = await startBox()
    copyFileSync(deb, box.pathOf('/tmp/gateway.deb'))
    mkdirSync(box.pathOf('/card/FIRMWARE'), { recursive: true })
    mkdirSync(box.pathOf('/etc/systemd/system/busbar-gateway.service.d'), { recursive: true })
    writeFileSync(box.pathOf('/etc/systemd/system/busbar-gateway.service.d/quick.conf'), quick)
  })
  after(async () => {
    await box.stop()
    rmSync(work, { recursive: true })
  })

  const properties = (unit: string, name: string): Promise<string> => box.run('systemctl', 'show', '-P', name, unit)
  const version = async (): Promise<number> => {
    const answer = await box.run('curl', '-s', 'http://127.0.0.1/api/version/').catch(() => '{}')
    return (JSON.parse(answer || '{}') as { firmwareVer?: number }).firmwareVer ?? 0
  }
  const until = async (what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<number> => {
    const beganMs = performance.now()
    while (!(await isSo())) {
      assert.ok(performance.now() - beganMs < seconds * 1000, `${what}: not within ${seconds} s`)
      await setTimeout(200)
    }
    return performance.now() - beganMs
  }
  /** As a user of the box, one line to the helper; its answer. */
  const ask = (user: string, request: object): Promise<string> => {
    const code = `const s = require('node:net').connect('${helper}', () => s.write(${JSON.stringify(`${JSON.stringify(request)}\n`)}))
      s.on('data', (d) => process.stdout.write(d)).on('error', (e) => process.stdout.write(e.code))`
    return box.run('/usr/sbin/runuser', '-u', user, '--', '/usr/lib/busbar-gateway/bin/node', '-e', code)
  }
  /** A signed release on the card. */
  const put = async (number: string, main?: string): Promise<string> => {
    const copy = join(work, number)
    cpSync(tree, copy, { recursive: true })
    const file = join(copy, 'node_modules/@busbar/gateway/package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${number}"`))
    if (main !== undefined) writeFileSync(join(copy, 'node_modules/@busbar/cli/src/gateway-main.js'), main)
    const versionNumber = number.split('.').reduce((sum, part) => sum * 100 + Number(part), 0)
    const name = `BX${String(versionNumber).padStart(6, '0')}.BBF`
    const path = join(work, name)
    await packArchive(copy, path, 1)
    rmSync(copy, { recursive: true })
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
    const facts = { firmwareType: 1, arch: process.arch, minVersion: 0, releasedOn: '2026-11-16T00:00:00Z' }
    const release = { version: versionNumber, file: name, size: statSync(path).size, sha256, ...facts }
    const manifest = Buffer.from(JSON.stringify({ format: 1, serial: 1, releases: [release] }))
    copyFileSync(path, box.pathOf(`/card/FIRMWARE/${name}`))
    rmSync(path)
    writeFileSync(box.pathOf(`/card/FIRMWARE/${name.replace('.BBF', '.JSN')}`), manifest)
    writeFileSync(box.pathOf(`/card/FIRMWARE/${name.replace('.BBF', '.SIG')}`), signManifest(manifest, own.privateKey))
    return name
  }

  test('it is installed, its gateway runs without rights, and its helper waits', async () => {
    await box.run('dpkg', '--force-depends', '-i', '/tmp/gateway.deb')
    writeFileSync(box.pathOf('/etc/default/busbar-gateway'), 'BUSBAR_GATEWAY_CARD=/card\n')
    await box.run('systemctl', 'restart', 'busbar-gateway')
    await until('the API', async () => (await version()) === 100)
    const pid = await properties('busbar-gateway', 'MainPID')
    const status = await box.run('cat', `/proc/${pid}/status`)
    assert.match(status, /^CapEff:\t0000000000000400$/m, 'the right to low ports, and no other')
    assert.match(status, /^NoNewPrivs:\t1$/m)
    assert.equal(await properties('busbar-gateway-root.service', 'ActiveState'), 'inactive')
  })

  test('nobody else reaches the helper, and it does nothing that is not in its table', async () => {
    assert.equal(await ask('nobody', { verb: 'release-confirm' }), 'EACCES')
    assert.match(await ask('busbar-gateway', { verb: 'run', command: 'id' }), /"error":/)
    assert.match(await ask('busbar-gateway', { verb: 'release-apply', file: 'NONE.BBF' }), /"error":/)
  })

  test('a release runs on trial and stays when it is confirmed', async () => {
    assert.equal(await ask('busbar-gateway', { verb: 'release-apply', file: await put('0.2.0') }), '{}')
    await until('the release', async () => (await version()) === 200)
    assert.ok(existsSync(box.pathOf('/var/lib/busbar-gateway-releases/trial')))
    assert.equal(await ask('busbar-gateway', { verb: 'release-confirm' }), '{}')
    assert.equal(existsSync(box.pathOf('/var/lib/busbar-gateway-releases/trial')), false)
    await box.run('systemctl', 'restart', 'busbar-gateway')
    await until('the release again', async () => (await version()) === 200)
  })

  for (const [at, [what, main]] of Object.entries(faults).entries()) {
    test(`a release that ${what} is taken back`, async (t) => {
      const file = await put(`0.3.${at}`, main)
      assert.equal(await ask('busbar-gateway', { verb: 'release-apply', file }), '{}')
      await until('the trial', async () => existsSync(box.pathOf('/var/lib/busbar-gateway-releases/trial')))
      const tookMs = await until('the old one', async () => (await version()) === 200, 90)
      t.diagnostic(`back after ${(tookMs / 1000).toFixed(1)} s`)
      assert.match(
        readFileSync(box.pathOf('/var/lib/busbar-gateway-releases/bad'), 'utf8'),
        new RegExp(`^30${at}$`, 'm'),
      )
      assert.match(await ask('busbar-gateway', { verb: 'release-apply', file }), /taken back before/)
    })
  }

  test('the helper ends when it is killed at any moment, and what runs is the old one or the new one', async (t) => {
    for (const [round, afterMs] of [50, 400, 1200, 2500, 4000].entries()) {
      const file = await put(`0.4.${round}`)
      const ran = await version()
      const asked = ask('busbar-gateway', { verb: 'release-apply', file })
      await setTimeout(afterMs)
      await box.run('systemctl', 'kill', '-s', 'KILL', 'busbar-gateway-root.service').catch(() => '')
      const answer = await asked
      await box.run('systemctl', 'restart', 'busbar-gateway')
      await until('a gateway', async () => (await version()) > 0)
      const now = await version()
      t.diagnostic(`killed after ${afterMs} ms: ${answer || 'no answer'}, ${ran} -> ${now}`)
      assert.ok(now === ran || now === 400 + round, String(now))
      if (now !== ran) await ask('busbar-gateway', { verb: 'release-confirm' })
    }
  })

  test('it is upgraded, removed and purged, and nothing of it is left', async () => {
    await box.run('dpkg', '--force-depends', '-i', '/tmp/gateway.deb')
    await until('the API', async () => (await version()) > 0)
    assert.equal(readFileSync(box.pathOf('/etc/default/busbar-gateway'), 'utf8'), 'BUSBAR_GATEWAY_CARD=/card\n')
    await box.run('dpkg', '-r', 'busbar-gateway')
    assert.equal(await version(), 0)
    assert.ok(existsSync(box.pathOf('/var/lib/busbar-gateway/settings.json')), 'settings stay')
    await box.run('dpkg', '-P', 'busbar-gateway')
    const left = [
      '/var/lib/busbar-gateway',
      '/var/lib/busbar-gateway-releases',
      '/usr/lib/busbar-gateway',
      '/etc/default/busbar-gateway',
      helper,
    ]
    assert.deepEqual(
      left.filter((path) => existsSync(box.pathOf(path))),
      [],
    )
  })
})
