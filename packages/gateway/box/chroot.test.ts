import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type Box, missing, startBox } from './bed.ts'
import { image, makeImage, noDebootstrap } from './image.ts'
import { makePackage, until } from './packaged.ts'

const run = promisify(execFile)
const units = ['busbar-gateway.service', 'busbar-gateway-root.socket', 'busbar-gateway-net.socket']

interface Layer {
  /** Files of the chroot that the image does not contain. */
  readonly upper: string
  /** Runs a command in the chroot, without /proc, /sys and a running systemd. */
  chroot(...command: string[]): Promise<string>
}

/** A Debian as an image build has it: files in a chroot. */
const makeLayer = (folder: string): Layer => {
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(folder, name)) as [string, string, string]
  for (const path of [upper, work, root]) mkdirSync(path, { recursive: true })
  const script = `set -e
mount -t overlay overlay -o lowerdir=${image},upperdir=${upper},workdir=${work} ${root}
test -z "$(ls ${root}/proc)"
test ! -e ${root}/run/systemd/system
exec chroot ${root} "$@"`
  return {
    upper,
    async chroot(...command) {
      const { stdout } = await run('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command])
      return stdout.trim()
    },
  }
}

describe('the package in the chroot of an image build', { skip: missing() ?? noDebootstrap ?? false }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-chroot-'))
  let deb = ''
  let problem: string | undefined

  before(async () => {
    problem = await makeImage()
    if (problem === undefined) ({ deb } = makePackage(work, generateKeyPairSync('ed25519').publicKey))
  })
  after(() => rmSync(work, { recursive: true, force: true }))

  const install = async (name: string, prepare = (_upper: string): void => {}): Promise<Layer> => {
    const layer = makeLayer(join(work, name))
    prepare(layer.upper)
    mkdirSync(join(layer.upper, 'opt'), { recursive: true })
    await run('cp', ['--reflink=auto', deb, join(layer.upper, 'opt/gateway.deb')])
    await layer.chroot('dpkg', '-i', '/opt/gateway.deb')
    rmSync(join(layer.upper, 'opt/gateway.deb'))
    return layer
  }
  const stateOf = (layer: Layer): Promise<string[]> =>
    layer.chroot('sh', '-c', `systemctl is-enabled ${units.join(' ')} || true`).then((text) => text.split('\n'))

  test('enables its units without /proc and without a running systemd, and disables them when removed', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const layer = await install('enabled')
    assert.deepEqual(await stateOf(layer), ['enabled', 'enabled', 'enabled'])
    assert.match(await layer.chroot('dpkg', '-s', 'busbar-gateway'), /^Status: install ok installed$/m)
    const usage = await layer.chroot('sh', '-c', '/usr/lib/busbar-gateway/bin/busbar-tty 2>&1; echo $?')
    assert.match(usage, /^usage: busbar-tty rs485 .*\n2$/)
    await layer.chroot('dpkg', '-r', 'busbar-gateway')
    assert.equal(await layer.chroot('find', '/etc/systemd/system', '-name', 'busbar-*'), '')
    await layer.chroot('dpkg', '-P', 'busbar-gateway')
  })

  test('a preset of the image takes precedence', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const layer = await install('preset', (upper) => {
      mkdirSync(join(upper, 'etc/systemd/system-preset'), { recursive: true })
      writeFileSync(join(upper, 'etc/systemd/system-preset/10-image.preset'), 'disable busbar-gateway.service\n')
    })
    assert.deepEqual(await stateOf(layer), ['disabled', 'enabled', 'enabled'])
  })

  test('two builds of an image are equal: nothing that a device needs for itself is created', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const [one, other] = [await install('one'), await install('other')]
    // The logs of dpkg have the time.
    const differences = await run('diff', [
      '--recursive',
      '--no-dereference',
      '--brief',
      '--exclude=dpkg.log',
      '--exclude=alternatives.log',
      one.upper,
      other.upper,
    ]).catch((error: { stdout: string; stderr: string }) => error)
    assert.deepEqual([differences.stdout, differences.stderr], ['', ''])
    for (const path of ['var/lib/busbar-gateway', 'var/lib/busbar-gateway-releases', 'etc/busbar-gateway'])
      assert.equal(existsSync(join(one.upper, path)), false, path)
  })

  /** Boots a copy of the image until its gateway serves the API. */
  const boot = async (t: TestContext, { upper }: Layer): Promise<Box> => {
    const box = await startBox(`${upper}:${image}`, 'multi-user.target')
    t.after(() => box.stop())
    await until('the API', async () => {
      const answer = await box.run('curl', '-s', 'http://127.0.0.1/api/version/').catch(() => '')
      return answer.includes('firmwareVer')
    })
    return box
  }
  const identityOf = async (box: Box): Promise<string[]> => {
    const status = await box.run('runuser', '-u', 'busbar-gateway', '--', 'busbar-gateway', 'status', '--json')
    const { identity, keys } = JSON.parse(status) as { identity: { mac: string }; keys: { gateway: string } }
    const settings = readFileSync(box.pathOf('/var/lib/busbar-gateway/settings.json'), 'utf8')
    const [, password = assert.fail('no password')] = /"passwordAdmin":\s*"([^"]+)"/.exec(settings) ?? []
    return [identity.mac, keys.gateway, password]
  }

  test('two copies of one image create two identities and two passwords at their first boot', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const layer = await install('cloned')
    const [first, second] = [await boot(t, layer), await boot(t, layer)]
    const [one, other] = [await identityOf(first), await identityOf(second)]
    for (const [index, name] of ['MAC', 'key', 'password'].entries()) assert.notEqual(one[index], other[index], name)
    for (const socket of units.slice(1)) assert.equal(await first.run('systemctl', 'is-active', socket), 'active')
    await first.run('systemctl', 'restart', 'busbar-gateway')
    assert.deepEqual(await identityOf(first), one)
  })
})
