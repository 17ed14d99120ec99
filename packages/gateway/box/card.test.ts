import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Box, missing, startBox } from './bed.ts'
import { image, makeImage, noDebootstrap } from './image.ts'
import { Administrator, askHelper, install, makePackage, until } from './packaged.ts'

const uuid = '0e6b1f4a-0d6f-4e5e-9a53-2f5d4b7d1c11'
const folder = '/run/busbar-gateway/card'
const noLoops = existsSync('/dev/loop-control') ? undefined : 'there are no loop devices'
/** The machine that runs the tests may have no udev; the image has it. */
const reasonToSkip = missing() ?? noDebootstrap ?? noLoops ?? (await makeImage())

/** Keeps the rules that name file systems: other rules could change devices of this machine. */
const onlyStorageRules =
  'cd /lib/udev/rules.d && ls | grep -v -e 60-persistent-storage.rules -e 99-systemd.rules | xargs rm; rm -f /etc/udev/rules.d/*'

describe('the card of a box', { skip: reasonToSkip ?? false, timeout: 600_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-card-'))
  let box: Box
  let admin: Administrator
  let loop = ''

  before(async () => {
    const { deb } = makePackage(work, generateKeyPairSync('ed25519').publicKey)
    box = await startBox(image)
    await box.run('sh', '-c', onlyStorageRules)
    await box.run('systemctl', 'start', 'systemd-udevd')
    await box.run('dd', 'if=/dev/zero', 'of=/tmp/card.img', 'bs=1M', 'count=16', 'status=none')
    await box.run('mkfs.ext4', '-q', '-U', uuid, '/tmp/card.img')
    await putIn()
    await install(box, deb)
    admin = new Administrator(box)
  })
  after(async () => {
    await takeOut().catch(() => '')
    await box.stop()
    rmSync(work, { recursive: true })
  })

  const putIn = async (): Promise<void> => {
    loop = await box.run('losetup', '--find', '--show', '/tmp/card.img')
  }
  const takeOut = (): Promise<string> => box.run('losetup', '--detach', loop)
  const state = async (): Promise<unknown> => {
    const { memCard } = (await admin.get('state/get/?memCard')) as { memCard: Record<string, unknown> }
    return [memCard['isInserted'], memCard['isMounted']]
  }
  const is = (what: string, isInserted: boolean, isMounted: boolean): Promise<number> =>
    until(what, async () => String(await state().catch(() => '')) === String([isInserted, isMounted]), 30)
  const eject = async (): Promise<unknown> => {
    const { status, body } = await admin.post('cmd/memory/card_eject/')
    return [status, body['error'] ?? null]
  }
  /** A file of the card is open. */
  const use = (): Promise<string> =>
    box.run('systemd-run', '--unit=reader', '--collect', 'sh', '-c', `exec sleep 600 <${folder}/LOGS/RESTARTS.LOG`)
  const leave = (): Promise<string> => box.run('systemctl', 'stop', 'reader')

  test('its owner chooses it, it is mounted, and the gateway writes to it', async () => {
    await is('a gateway without a card', false, false)
    const output = await box.run('sh', '-c', `echo y | busbar-gateway-setup card ${loop}`)
    assert.match(output, /The gateway has .* as its card/)
    await is('the card', true, true)
    const options = await box.run('findmnt', '--noheadings', '--output', 'OPTIONS', folder)
    for (const one of ['nosuid', 'nodev', 'noexec', 'noatime']) assert.ok(options.split(',').includes(one), options)
    await until('a line of the start', async () => existsSync(box.pathOf(`${folder}/LOGS/RESTARTS.LOG`)))
    assert.match(readFileSync(box.pathOf(`${folder}/LOGS/RESTARTS.LOG`), 'utf8'), /started/)
    assert.equal(readFileSync(box.pathOf('/etc/busbar-gateway/box.conf'), 'utf8'), `card=UUID=${uuid}\n`)
  })

  test('keeps a card mounted and reports it as locked while a program uses it', async () => {
    await use()
    assert.deepEqual(await eject(), [503, 'ERROR_FR_LOCKED'])
    assert.deepEqual(await state(), [true, true])
    await leave()
  })

  test('it is ejected, and not mounted again until the gateway is rebooted', async () => {
    assert.deepEqual(await eject(), [200, null])
    assert.deepEqual(await state(), [true, false])
    assert.doesNotMatch(await box.run('cat', '/proc/mounts'), /busbar-gateway\/card/)
    assert.equal((await admin.post('cmd/reboot/', { rebootSec: 0 })).status, 200)
    await is('the card after a reboot', true, true)
  })

  test('ejected and taken out it is gone, and put in it is mounted by itself', async () => {
    assert.deepEqual(await eject(), [200, null])
    await takeOut()
    await is('the slot', false, false)
    await putIn()
    await is('the card', true, true)
  })

  test('pulled out while it is used it is gone at once, and comes back', async () => {
    await use()
    await box.run('udevadm', 'trigger', '--action=remove', `/sys/block/${loop.replace('/dev/', '')}`)
    await is('the slot', false, false)
    await until('the mount', async () => !/busbar-gateway\/card/.test(await box.run('cat', '/proc/mounts')))
    await leave()
    await box.run('udevadm', 'trigger', '--action=add', `/sys/block/${loop.replace('/dev/', '')}`)
    await is('the card', true, true)
  })

  test('only the gateway can mount or eject the card', async () => {
    assert.equal(await askHelper(box, 'nobody', { verb: 'card-eject' }), 'EACCES')
    assert.match(
      await askHelper(box, 'busbar-gateway', { verb: 'card-mount', device: '/dev/vda' }),
      /"error":.*[Uu]nrecognized/,
    )
  })
})
