import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, type KeyObject } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { packArchive, signManifest, versionNumber } from '@busbar/uplink/releases'
import type { Box } from './bed.ts'

/** The Debian package, and its gateway in a box. */

const root = new URL('../../..', import.meta.url).pathname
export const helperSocket = '/run/busbar-gateway-root.sock'

/** The package, and the tree in it; releases for it are signed with this key. */
export const makePackage = (work: string, key: KeyObject): { deb: string; tree: string } => {
  const keys = join(work, 'keys')
  mkdirSync(keys)
  writeFileSync(join(keys, 'own.pem'), key.export({ type: 'spki', format: 'pem' }))
  execFileSync(process.execPath, [join(root, 'scripts/package-deb.mjs'), '--release-keys', keys, '--uncompressed'], {
    cwd: root,
    stdio: 'ignore',
  })
  const name =
    readdirSync(join(root, 'dist')).find((one) => /^busbar-gateway_.*\.deb$/.test(one)) ?? assert.fail('no package')
  return { deb: join(root, 'dist', name), tree: join(root, 'dist/busbar-gateway/usr/lib/busbar-gateway') }
}

interface ReleaseOptions {
  /** Its version, as 0.2.0. */
  readonly number: string
  /** Program to run instead of the gateway. */
  readonly main?: string | undefined
  /** Folder in which the package is built. */
  readonly work: string
  readonly key: KeyObject
}

/** The program of a package as a signed release of another version. */
export const makeRelease = async (tree: string, { number, main, work, key }: ReleaseOptions) => {
  const copy = join(work, number)
  cpSync(tree, copy, { recursive: true })
  const own = join(copy, 'node_modules/@busbar/gateway/package.json')
  writeFileSync(own, readFileSync(own, 'utf8').replace(/"version": "[^"]*"/, `"version": "${number}"`))
  if (main !== undefined) writeFileSync(join(copy, 'node_modules/@busbar/cli/src/gateway-main.js'), main)
  const version = versionNumber(number)
  const file = `BX${String(version).padStart(6, '0')}.BBF`
  const path = join(work, file)
  await packArchive(copy, path, 1)
  rmSync(copy, { recursive: true })
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  const facts = { firmwareType: 1, arch: process.arch, minVersion: 0, releasedOn: '2026-11-16T00:00:00Z' }
  const release = { version, file, size: statSync(path).size, sha256, ...facts }
  const manifest = Buffer.from(JSON.stringify({ format: 1, serial: version, releases: [release] }))
  return { file, path, manifest, signature: signManifest(manifest, key) }
}

/** Over this machine's files its own packages count, of which some may be missing. */
export const install = async (box: Box, deb: string, flags = ['--force-depends']): Promise<void> => {
  copyFileSync(deb, box.pathOf('/tmp/gateway.deb'))
  await box.run('dpkg', ...flags, '-i', '/tmp/gateway.deb')
}

/** How long it took. */
export const until = async (what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<number> => {
  const beganMs = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - beganMs < seconds * 1000, `${what}: not within ${seconds} s`)
    await setTimeout(200)
  }
  return performance.now() - beganMs
}

/** As a user of the box, one line to the helper; its answer. */
export const askHelper = (box: Box, user: string, request: object, socket = helperSocket): Promise<string> => {
  const line = JSON.stringify(`${JSON.stringify(request)}\n`)
  const code = `const s = require('node:net').connect('${socket}', () => s.write(${line}))
    s.on('data', (d) => process.stdout.write(d)).on('error', (e) => process.stdout.write(e.code))`
  return box.run('/usr/sbin/runuser', '-u', user, '--', '/usr/lib/busbar-gateway/bin/node', '-e', code)
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** The administrator of the gateway in a box, who asks from inside it. */
export class Administrator {
  readonly #box: Box
  readonly #via: readonly string[]
  #url: string
  #token = ''

  /** `via` is what a request is made with, as `ip netns exec lan`. */
  constructor(box: Box, { url = 'http://127.0.0.1', via = [] as readonly string[] } = {}) {
    this.#box = box
    this.#via = via
    this.#url = url
  }

  at(url: string): this {
    this.#url = url
    return this
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.#request(path)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  async post(path: string, body: object = {}): Promise<Answer> {
    return this.#request(path, body)
  }

  async #request(path: string, body?: object): Promise<Answer> {
    const first = await this.#curl(path, body)
    if (first.status !== 401) return first
    await this.#login()
    return this.#curl(path, body)
  }

  async #login(): Promise<void> {
    const settingsText = readFileSync(this.#box.pathOf('/var/lib/busbar-gateway/settings.json'), 'utf8')
    const [, password = ''] = /"passwordAdmin":\s*"([^"]+)"/.exec(settingsText) ?? []
    const { salt } = (await this.#curl('login/salt/')).body as { salt: string }
    const proof = createHash('sha1').update(`admin${password}${salt}`).digest('hex')
    const { body } = await this.#curl('login/', { username: 'admin', password: proof })
    this.#token = String(body['token'])
  }

  async #curl(path: string, body?: object): Promise<Answer> {
    const sent = body === undefined ? [] : ['-X', 'POST', '-d', JSON.stringify(body)]
    const curlFlags = ['-s', '-m', '30', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${this.#token}`]
    const text = await this.#box
      .run(...this.#via, 'curl', ...curlFlags, ...sent, `${this.#url}/api/${path}`)
      .catch(() => '{}\n0')
    const end = text.lastIndexOf('\n')
    return { status: Number(text.slice(end + 1)), body: JSON.parse(text.slice(0, end) || '{}') as Answer['body'] }
  }
}
