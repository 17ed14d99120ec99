import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Box, missing, startBox } from './bed.ts'
import { image, makeImage, noDebootstrap } from './image.ts'
import { Administrator, install, makePackage, until } from './packaged.ts'

describe('the package on a new Debian', { skip: missing() ?? noDebootstrap ?? false, timeout: 900_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-image-'))
  let box: Box | undefined
  let deb = ''
  let problem: string | undefined

  before(async () => {
    problem = await makeImage()
    if (problem !== undefined) return
    ;({ deb } = makePackage(work, generateKeyPairSync('ed25519').publicKey))
    box = await startBox(image)
  })
  after(async () => {
    await box?.stop()
    rmSync(work, { recursive: true })
  })

  /** Installs without forcing, so that missing dependencies of the package are detected. */
  const dpkg = (...args: string[]): Promise<string> => boxOf().run('dpkg', ...args)
  const boxOf = (): Box => box ?? assert.fail('no box')
  const isAnswering = async (): Promise<boolean> => {
    const answer = await boxOf()
      .run('curl', '-s', 'http://127.0.0.1/api/version/')
      .catch(() => '')
    return answer.includes('firmwareVer')
  }
  const left = (...paths: string[]): string[] => paths.filter((path) => existsSync(boxOf().pathOf(path)))

  test('names missing dependencies and installs when they are present', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const [atomic = ''] = (await boxOf().run('sh', '-c', 'ls /var/cache/apt/archives/libatomic1_*.deb')).split('\n')
    await dpkg('--purge', 'libatomic1')
    const refused = await install(boxOf(), deb, []).then(
      () => 'installed',
      (error: { stderr: string }) => error.stderr,
    )
    assert.match(refused, /depends on libatomic1/)
    await dpkg('-i', atomic)
    await install(boxOf(), deb, [])
    await until('the API', isAnswering)
    assert.equal(await boxOf().run('systemctl', 'is-enabled', 'busbar-gateway.service'), 'enabled')
  })

  test('the steps of the guide: status, the setup that asks, options, a login', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const status = await boxOf().run('/usr/sbin/runuser', '-u', 'busbar-gateway', '--', 'busbar-gateway', 'status')
    assert.match(status, /Busbar Gateway/)
    const output = await boxOf().run('sh', '-c', 'busbar-gateway-setup </dev/null')
    for (const part of ['panel', 'modbus', 'port', 'card', 'ethernet', 'display', 'watchdog', 'first-run'])
      assert.match(output, new RegExp(`-- ${part}:`))
    assert.deepEqual(left('/etc/busbar-gateway/box.conf'), [])
    for (const part of ['panel', 'modbus'])
      assert.match(await boxOf().run('sh', '-c', `echo y | busbar-gateway-setup ${part} on`), /The network reaches/)
    await until('the API', isAnswering)
    const listeners = await boxOf().run('ss', '-ltnH')
    const networkPorts = Array.from(listeners.matchAll(/ 0\.0\.0\.0:(\d+) /g), ([, port]) => Number(port))
    assert.deepEqual(
      networkPorts.toSorted((a, b) => a - b),
      [80, 443, 502],
    )
    const { misc } = await new Administrator(boxOf()).get('state/get/?misc')
    assert.ok(misc)
  })

  test('it is upgraded with what was set, removed with what was set, and purged without', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    await install(boxOf(), deb, ['--force-confold'])
    await until('the API', isAnswering)
    assert.match(readFileSync(boxOf().pathOf('/etc/default/busbar-gateway'), 'utf8'), /HTTP=0\.0\.0\.0/)
    writeFileSync(boxOf().pathOf('/tmp/box.conf'), 'vpn=off\n')
    await boxOf().run('sh', '-c', 'mkdir -p /etc/busbar-gateway && cp /tmp/box.conf /etc/busbar-gateway')
    await dpkg('-r', 'busbar-gateway')
    assert.equal(await isAnswering(), false)
    assert.deepEqual(left('/var/lib/busbar-gateway/settings.json', '/etc/busbar-gateway/box.conf').length, 2)
    await dpkg('-P', 'busbar-gateway')
    const all = [
      '/var/lib/busbar-gateway',
      '/usr/lib/busbar-gateway',
      '/etc/busbar-gateway',
      '/etc/default/busbar-gateway',
    ]
    assert.deepEqual(left(...all, '/run/busbar-gateway-root.sock', '/usr/sbin/busbar-gateway-setup'), [])
  })
})
