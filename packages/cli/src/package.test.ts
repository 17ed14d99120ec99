import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'

const script = new URL('../../../scripts/package-deb.mjs', import.meta.url).pathname
const bill = new URL('../../../scripts/bill-of-materials.mjs', import.meta.url).href
const modules = new URL('../../../node_modules', import.meta.url).pathname

test('lists the content, without files that only builds and tests use', async () => {
  const { billOfMaterials } = (await import(bill)) as { billOfMaterials: () => { components: { name: string }[] } }
  const names = new Set(billOfMaterials().components.map(({ name }) => name))
  for (const name of ['fastify', 'zod', 'react', 'mqtt-packet', '@busbar/cloud', `node-linux-${process.arch}`])
    assert.ok(names.has(name), name)
  for (const name of [
    'typescript',
    'playwright-core',
    'oidc-provider',
    'vite',
    'tailwindcss',
    'busbar',
    '@busbar/bench',
  ])
    assert.equal(names.has(name), false, name)
})

test('the Debian package contains a complete gateway, without types and without a checkout', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-package-'))
  t.after(() => rmSync(folder, { recursive: true }))
  await promisify(execFile)(process.execPath, [script, '--tree', folder])
  const licencesOf = (cwd: string, name: string): string[] => globSync(`${name}/LICEN[CS]E*`, { cwd })
  const packed = join(folder, 'node_modules')
  const others = globSync(['*/package.json', '@*/*/package.json'], { cwd: packed, exclude: ['@busbar'] }).map(dirname)
  assert.ok(others.some((name) => licencesOf(packed, name).some((path) => path.endsWith('.md'))))
  for (const name of others) assert.deepEqual(licencesOf(packed, name), licencesOf(modules, name))
  const main = join(folder, 'node_modules/@busbar/cli/src/gateway-main.js')
  const places = ['--data', join(folder, 'data'), '--http', '127.0.0.1:0', '--modbus', '127.0.0.1:0']
  const program = spawn(process.execPath, ['--no-strip-types', main, ...places, '--json', '--log-level', 'error'])
  const [line] = await once(createInterface({ input: program.stdout }), 'line')
  const { gateway } = JSON.parse(String(line)) as { gateway: { url: string } }
  const answer = await fetch(`${gateway.url}api/version/`, { headers: { connection: 'close' } })
  assert.equal(((await answer.json()) as { labelName: string }).labelName, 'Busbar Gateway')
  program.kill()
  assert.deepEqual(await once(program, 'exit'), [0, null])
})
