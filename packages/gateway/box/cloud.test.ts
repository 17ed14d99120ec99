import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type Box, missing, startBox } from './bed.ts'
import { image, makeImage, noDebootstrap } from './image.ts'
import { until } from './packaged.ts'

const script = new URL('../../../scripts/package-cloud-deb.mjs', import.meta.url).pathname

/** The packages of a version, by their paths. */
const makePackages = (version: string): string[] => {
  const args = ['--disable-warning=ExperimentalWarning', script, '--uncompressed', '--version', version]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n')
}

describe('the cloud on a new Debian', { skip: missing() ?? noDebootstrap ?? false, timeout: 900_000 }, () => {
  let box: Box | undefined
  let problem: string | undefined
  before(async () => {
    problem = await makeImage()
    if (problem === undefined) box = await startBox(image)
  })
  after(() => box?.stop())

  const boxOf = (): Box => box ?? assert.fail('no box')
  const install = (debs: readonly string[]): Promise<string> => {
    const names = debs.map((path) => path.replace(/^.*\//, '/root/'))
    for (const [at, path] of debs.entries()) copyFileSync(path, boxOf().pathOf(names[at] ?? ''))
    return boxOf().run('dpkg', '-i', ...names)
  }
  const status = (path: string): Promise<string> =>
    boxOf()
      .run('curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', `http://127.0.0.1:8080${path}`)
      .catch(() => '')
  const isReady = async (): Promise<boolean> => (await status('/readyz')) === '200'
  const backups = (): string[] => readdirSync(boxOf().pathOf('/var/lib/busbar-cloud/before'))

  test('it is installed with a PostgreSQL of its own, and answers', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    await install(makePackages('0.1.0'))
    await until('the API', isReady)
    assert.equal(await status('/'), '200')
    const owner = await boxOf().run('systemctl', 'show', '--value', '-p', 'User', 'busbar-cloud.service')
    assert.equal(owner, 'busbar-cloud')
    const made = await boxOf().run('busbar', 'admin', 'org', 'create', '--name', 'Mill')
    assert.match(made, /Mill|\d/)
  })

  test('an upgrade makes a backup with the old version first, and keeps what there is', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    await install(makePackages('0.2.0'))
    await until('the API', isReady)
    const [backup = ''] = backups()
    assert.match(backup, /^0\.1\.0-\d{8}T\d{6}Z\.backup$/)
    assert.match(await boxOf().run('busbar', 'admin', 'org', 'list'), /Mill/)
  })

  test('removed it is silent; purged it leaves readings, unless told', async (t) => {
    if (problem !== undefined) return t.skip(problem)
    const debian = boxOf()
    await debian.run('dpkg', '--purge', 'busbar-cloud-postgres', 'busbar-cloud')
    assert.equal(await isReady(), false)
    assert.equal(existsSync(debian.pathOf('/usr/lib/busbar-cloud/bin')), false)
    assert.equal(existsSync(debian.pathOf('/etc/default/busbar-cloud')), false)
    assert.equal(existsSync(debian.pathOf('/var/lib/busbar-cloud')), true)
    await install(makePackages('0.2.0'))
    await until('the API', isReady)
    assert.match(await debian.run('busbar', 'admin', 'org', 'list'), /Mill/)
    await debian.run('env', 'BUSBAR_PURGE_DATA=yes', 'dpkg', '--purge', 'busbar-cloud-postgres', 'busbar-cloud')
    assert.equal(existsSync(debian.pathOf('/var/lib/busbar-cloud')), false)
  })
})
