// Makes a signed release of the gateway for this machine's architecture: `npm run release -- --key FILE [--out DIR] [--min-version N]`.
// The folder (dist/firmware) can be served by any web server, or by a cloud (--firmware DIR). Releases that it has for other
// architectures stay in its manifest.
import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packArchive, signManifest, versionNumber } from '@busbar/uplink/releases'
import { writeGateway } from './package-tree.mjs'

const letters = { x64: 'X', arm64: 'A', arm: 'R' }
const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    out: { type: 'string', default: 'dist/firmware' },
    'min-version': { type: 'string', default: '0' },
  },
})
if (values.key === undefined) throw new Error('say whose release this is: --key FILE (npm run release:key makes one)')
const key = createPrivateKey(readFileSync(values.key))
const letter = letters[process.arch]
if (letter === undefined) throw new Error(`there are no releases for ${process.arch}`)

const { version: text, busbar } = JSON.parse(
  readFileSync(new URL('../packages/gateway/package.json', import.meta.url), 'utf8'),
)
const version = versionNumber(text)
const file = `B${letter}${String(version).padStart(6, '0')}.BBF`
const path = join(values.out, file)
mkdirSync(values.out, { recursive: true })
const tree = mkdtempSync(join(tmpdir(), 'busbar-release-'))
await writeGateway(tree)
await packArchive(tree, path)
rmSync(tree, { recursive: true })

const release = {
  version,
  firmwareType: busbar.firmwareType,
  arch: process.arch,
  file,
  size: statSync(path).size,
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
  minVersion: Number(values['min-version']),
  releasedOn: new Date().toISOString(),
}
const manifestPath = join(values.out, 'manifest.json')
const { releases } = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : { releases: [] }
// The serial grows with time, wherever the release is made.
const serial = Math.floor(Date.now() / 1000)
const others = releases.filter((one) => one.file !== file)
const manifest = Buffer.from(`${JSON.stringify({ format: 1, serial, releases: [...others, release] }, null, 2)}\n`)
writeFileSync(manifestPath, manifest)
writeFileSync(join(values.out, 'manifest.sig'), signManifest(manifest, key))
console.log(`${path}: version ${text} for ${process.arch}, ${(release.size / 1e6).toFixed(1)} MB`)
