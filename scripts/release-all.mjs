// Makes a whole release for this machine's architecture in dist/release: `npm run release:all -- --key FILE`. The gateway's signed releases go into
// its folder `firmware`, as `npm run release` makes them. `sha256sum -c SHA256SUMS` checks what was downloaded.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { apiDocument } from '@busbar/cloud/docs'
import { apiDocument as gatewayDocument } from '@busbar/gateway/docs'
import { signSums } from '@busbar/uplink/releases'
import { billOfMaterials } from './bill-of-materials.mjs'
import { makeCloudDebs } from './package-cloud-deb.mjs'
import { packContainer } from './package-container.mjs'
import { packNpm } from './package-npm.mjs'
import { notesOf } from './release-notes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist/release')
const { values } = parseArgs({ options: { key: { type: 'string' } } })
if (values.key === undefined) throw new Error('--key FILE is required; npm run release:key creates a key')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const script = (name, ...args) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', name), ...args], {
    cwd: root,
    stdio: 'inherit',
  })

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
writeFileSync(join(out, `busbar-${version}.md`), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
writeFileSync(join(out, `busbar-${version}.cdx.json`), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
const documents = {
  cloud: apiDocument('/api/v1'),
  'gateway-a': gatewayDocument('A'),
  'gateway-b': gatewayDocument('B'),
}
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(out, `busbar-${version}-openapi-${name}.json`), `${JSON.stringify(document, null, 2)}\n`)
// Boxes with this package take the releases that are signed with the same key.
const keys = mkdtempSync(join(tmpdir(), 'busbar-release-keys-'))
const publicKey = createPublicKey(readFileSync(values.key)).export({ type: 'spki', format: 'pem' })
writeFileSync(join(keys, 'release.pem'), publicKey)
script('package-deb.mjs', '--release-keys', keys)
rmSync(keys, { recursive: true })
script('release.mjs', '--key', values.key, '--out', join(out, 'firmware'))
const gateway = globSync(`dist/busbar-gateway_${version}_*.deb`, { cwd: root }).map((path) => join(root, path))
for (const path of [...gateway, ...(await makeCloudDebs()), (await packNpm()).path, await packContainer()])
  cpSync(path, join(out, basename(path)))
const sums = globSync('**', { cwd: out, withFileTypes: true })
  .filter((one) => one.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .toSorted()
  .map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path.slice(out.length + 1)}\n`)
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
writeFileSync(join(out, 'SHA256SUMS.sig'), signSums(sums.join(''), createPrivateKey(readFileSync(values.key))))
console.log(`${out}: version ${version}, ${sums.length} files`)
