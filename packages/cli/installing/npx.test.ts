import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Tests with the rights of root install as an unprivileged user, because the installation needs no rights. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

test('the npm package runs from an empty folder, as an ordinary user', async (t) => {
  execFileSync('npm', ['run', 'package:npm'], { cwd: root, stdio: 'ignore' })
  const [packed = ''] = globSync('dist/busbar-*.tgz', { cwd: root })
  const folder = mkdtempSync(join(tmpdir(), 'busbar-npx-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const tarball = join(folder, 'busbar.tgz')
  cpSync(join(root, packed), tarball)
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  const env = { ...process.env, HOME: folder, npm_config_cache: join(folder, 'cache') }
  const args = ['--yes', `--package=${tarball}`, 'busbar', 'cloud', '--data', join(folder, 'data')]
  const more = ['--http', '127.0.0.1:0', '--callback', 'off', '--json', '--log-level', 'warn']
  const program = spawn('npx', [...args, ...more], {
    cwd: folder,
    env,
    ...nobody,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const signal = (name: NodeJS.Signals): void => {
    if (program.exitCode === null && program.signalCode === null) process.kill(-(program.pid ?? 0), name)
  }
  t.after(() => signal('SIGKILL'))
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string]
  const { cloud } = JSON.parse(line) as { cloud: { url: string; setupCode: string } }
  const { origin } = new URL(cloud.url)
  const [ready, page, library] = await Promise.all(
    ['/readyz', '/', '/api/v1/openapi.json'].map((path) =>
      fetch(`${origin}${path}`, { headers: { connection: 'close' } }),
    ),
  )
  assert.deepEqual([ready?.status, page?.status, library?.status], [200, 200, 200])
  assert.match((await page?.text()) ?? '', /type="module"/)
  assert.match(cloud.setupCode, /./)
  signal('SIGTERM')
  await once(program, 'exit')
})
