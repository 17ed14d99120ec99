import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Box, missing, startBox } from './bed.ts'
import { missingForVpn } from './namespaces.ts'
import { askHelper, helperSocket, install, makePackage, makeRelease, until } from './packaged.ts'

const own = generateKeyPairSync('ed25519')
const netHelper = '/run/busbar-gateway-net.sock'
/** Shorter than on a box in the field, so that trials end while one waits. */
const quick = '[Service]\nTimeoutStartSec=10\nWatchdogSec=3\nRestartSec=100ms\n[Unit]\nStartLimitIntervalSec=0\n'

/** Faulty releases: the program that each runs instead of the gateway. */
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
    ;({ deb, tree } = makePackage(work, own.publicKey))
    box = await startBox()
    mkdirSync(box.pathOf('/card/FIRMWARE'), { recursive: true })
    mkdirSync(box.pathOf('/etc/systemd/system/busbar-gateway.service.d'), { recursive: true })
    writeFileSync(box.pathOf('/etc/systemd/system/busbar-gateway.service.d/quick.conf'), quick)
  })
  after(async () => {
    await box.stop()
    rmSync(work, { recursive: true })
  })

  const properties = (unit: string, name: string): Promise<string> => box.run('systemctl', 'show', '-P', name, unit)
  const running = async (): Promise<number> => {
    const answer = await box.run('curl', '-s', 'http://127.0.0.1/api/version/').catch(() => '{}')
    return (JSON.parse(answer || '{}') as { firmwareVer?: number }).firmwareVer ?? 0
  }
  /** A machine that is busy may need more than one start: the time for each is short here. */
  const restart = async (): Promise<void> => {
    await box.run('systemctl', 'stop', 'busbar-gateway')
    await box.run('systemctl', '--no-block', 'start', 'busbar-gateway')
  }
  const ask = (user: string, request: object, socket?: string): Promise<string> => askHelper(box, user, request, socket)
  /** A signed release on the card. */
  const put = async (number: string, main?: string): Promise<string> => {
    const { file, path, manifest, signature } = await makeRelease(tree, { number, main, work, key: own.privateKey })
    copyFileSync(path, box.pathOf(`/card/FIRMWARE/${file}`))
    rmSync(path)
    writeFileSync(box.pathOf(`/card/FIRMWARE/${file.replace('.BBF', '.JSN')}`), manifest)
    writeFileSync(box.pathOf(`/card/FIRMWARE/${file.replace('.BBF', '.SIG')}`), signature)
    return file
  }

  test('it is installed, its gateway runs without rights, and its helper waits', async () => {
    await install(box, deb)
    writeFileSync(box.pathOf('/etc/default/busbar-gateway'), 'BUSBAR_GATEWAY_CARD=/card\n')
    await restart()
    await until('the API', async () => (await running()) === 100)
    const pid = await properties('busbar-gateway', 'MainPID')
    const status = await box.run('cat', `/proc/${pid}/status`)
    assert.match(status, /^CapEff:\t0000000000000400$/m, 'the right to low ports, and no other')
    assert.match(status, /^NoNewPrivs:\t1$/m)
    assert.equal(await properties('busbar-gateway-root.service', 'ActiveState'), 'inactive')
  })

  test('refuses other users at the helper, and verbs outside its table', async () => {
    assert.equal(await ask('nobody', { verb: 'release-confirm' }), 'EACCES')
    assert.match(await ask('busbar-gateway', { verb: 'run', command: 'id' }), /"error":/)
    assert.match(await ask('busbar-gateway', { verb: 'release-apply', file: 'NONE.BBF' }), /"error":/)
  })

  test('the helper of the network has one right, makes a tunnel and ends it', {
    skip: missingForVpn() ?? false,
  }, async () => {
    const key = Buffer.alloc(32, 8).toString('base64')
    const place = { address: '198.18.0.2', network: '198.18.0.1/32', endpoint: '203.0.113.5:51820' }
    const up = { verb: 'tunnel-up', slot: 0, privateKey: key, peerKey: key, keepaliveSec: 25, path: 'eth', ...place }
    assert.equal(await ask('nobody', { verb: 'paths' }, netHelper), 'EACCES')
    assert.match(await ask('busbar-gateway', { verb: 'run', command: 'id' }, netHelper), /"error":/)
    assert.match(await ask('busbar-gateway', { ...up, network: '0.0.0.0/0' }, netHelper), /"error":/)
    assert.equal(await ask('busbar-gateway', up, netHelper), '{"isGuarded":true}')
    const pid = await properties('busbar-gateway-net', 'MainPID')
    const status = await box.run('cat', `/proc/${pid}/status`)
    assert.match(status, /^CapEff:\t0000000000001000$/m, 'the right over the network, and no other')
    assert.doesNotMatch(status, /^Uid:\t0\t/m)
    assert.match(await box.run('ip', 'address', 'show', 'dev', 'bbwg0'), /inet 198\.18\.0\.2\/32/)
    assert.match(
      await box.run('nft', 'list', 'table', 'inet', 'busbar_gateway'),
      /iifname != "bbwg0" ip daddr 198\.18\.0\.2 drop/,
    )
    assert.match(await ask('busbar-gateway', { verb: 'tunnel-status', slot: 0 }, netHelper), /"hasPeer":true/)
    assert.match(await ask('busbar-gateway', { verb: 'paths' }, netHelper), /"eth":/)
    assert.equal(await ask('busbar-gateway', { verb: 'tunnel-down', slot: 0 }, netHelper), '{}')
    await assert.rejects(box.run('ip', 'link', 'show', 'dev', 'bbwg0'))
  })

  test('a release runs on trial and stays when it is confirmed', async () => {
    assert.equal(await ask('busbar-gateway', { verb: 'release-apply', file: await put('0.2.0') }), '{}')
    await until('the release', async () => (await running()) === 200)
    assert.ok(existsSync(box.pathOf('/var/lib/busbar-gateway-releases/trial')))
    assert.equal(await ask('busbar-gateway', { verb: 'release-confirm' }), '{}')
    assert.equal(existsSync(box.pathOf('/var/lib/busbar-gateway-releases/trial')), false)
    await restart()
    await until('the release again', async () => (await running()) === 200)
  })

  for (const [at, [what, main]] of Object.entries(faults).entries()) {
    test(`rolls back a release that ${what}`, async (t) => {
      const file = await put(`0.3.${at}`, main)
      assert.equal(await ask('busbar-gateway', { verb: 'release-apply', file }), '{}')
      const taken = new RegExp(`^30${at}$`, 'm')
      const bad = (): string => readFileSync(box.pathOf('/var/lib/busbar-gateway-releases/bad'), 'utf8')
      const isBad = async (): Promise<boolean> =>
        existsSync(box.pathOf('/var/lib/busbar-gateway-releases/bad')) && taken.test(bad())
      // The one before still answers while it is asked to end: it is back once the new one was judged.
      const judgedMs = await until('the judgement', isBad, 90)
      const tookMs = judgedMs + (await until('the old one', async () => (await running()) === 200, 90))
      t.diagnostic(`back after ${(tookMs / 1000).toFixed(1)} s`)
      assert.match(await ask('busbar-gateway', { verb: 'release-apply', file }), /rolled back before/)
    })
  }

  test('the helper ends when it is killed at any moment, and what runs is the old one or the new one', async (t) => {
    for (const [round, afterMs] of [50, 400, 1200, 2500, 4000].entries()) {
      const file = await put(`0.4.${round}`)
      const ran = await running()
      const pendingAnswer = ask('busbar-gateway', { verb: 'release-apply', file })
      await setTimeout(afterMs)
      await box.run('systemctl', 'kill', '-s', 'KILL', 'busbar-gateway-root.service').catch(() => '')
      const answer = await pendingAnswer
      await restart()
      await until('a gateway', async () => (await running()) > 0)
      const now = await running()
      t.diagnostic(`killed after ${afterMs} ms: ${answer || 'no answer'}, ${ran} -> ${now}`)
      assert.ok(now === ran || now === 400 + round, String(now))
      if (now !== ran) await ask('busbar-gateway', { verb: 'release-confirm' })
    }
  })

  test('it is upgraded, removed and purged, and nothing of it is left', async () => {
    await install(box, deb)
    await until('the API', async () => (await running()) > 0)
    assert.equal(readFileSync(box.pathOf('/etc/default/busbar-gateway'), 'utf8'), 'BUSBAR_GATEWAY_CARD=/card\n')
    await box.run('dpkg', '-r', 'busbar-gateway')
    assert.equal(await running(), 0)
    assert.ok(existsSync(box.pathOf('/var/lib/busbar-gateway/settings.json')), 'settings stay')
    await box.run('dpkg', '-P', 'busbar-gateway')
    const left = [
      '/var/lib/busbar-gateway',
      '/var/lib/busbar-gateway-releases',
      '/usr/lib/busbar-gateway',
      '/etc/default/busbar-gateway',
      helperSocket,
      netHelper,
    ]
    assert.deepEqual(
      left.filter((path) => existsSync(box.pathOf(path))),
      [],
    )
  })
})
