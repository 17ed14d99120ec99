// Makes the Debian package of the gateway: dist/busbar-gateway_VERSION_ARCH.deb. With --release-keys DIR those whose keys lie there may
// release for it; --uncompressed is quick, for tests. With --tree DIR only the program, laid out there.
import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { versionNumber } from '@busbar/uplink/releases'
import { gatewayEntries, writeGateway, writeTree } from './package-tree.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const recipe = join(root, 'packages/gateway/packaging')
const guides = join(root, 'docs/how-to')
const architectures = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }

/** Target paths of the packaging files. */
const places = {
  'busbar-gateway.service': 'usr/lib/systemd/system/busbar-gateway.service',
  'busbar-gateway@.service': 'usr/lib/systemd/system/busbar-gateway@.service',
  'busbar-gateway-root.socket': 'usr/lib/systemd/system/busbar-gateway-root.socket',
  'busbar-gateway-root.service': 'usr/lib/systemd/system/busbar-gateway-root.service',
  'busbar-gateway-net.socket': 'usr/lib/systemd/system/busbar-gateway-net.socket',
  'busbar-gateway-net.service': 'usr/lib/systemd/system/busbar-gateway-net.service',
  'busbar-gateway-ethernet-revert.service': 'usr/lib/systemd/system/busbar-gateway-ethernet-revert.service',
  'busbar-gateway-card-pulled.service': 'usr/lib/systemd/system/busbar-gateway-card-pulled.service',
  preset: 'usr/lib/systemd/system-preset/80-busbar-gateway.preset',
  'busbar-gateway-first-run.service': 'usr/lib/systemd/system/busbar-gateway-first-run.service',
  'busbar-gateway-first-run.path': 'usr/lib/systemd/system/busbar-gateway-first-run.path',
  'tmpfiles.conf': 'usr/lib/tmpfiles.d/busbar-gateway.conf',
  'polkit.rules': 'usr/share/polkit-1/rules.d/busbar-gateway.rules',
  'sysusers.conf': 'usr/lib/sysusers.d/busbar-gateway.conf',
  default: 'etc/default/busbar-gateway',
}
const programs = {
  'busbar-gateway': 'usr/bin/busbar-gateway',
  'busbar-gateway-setup': 'usr/sbin/busbar-gateway-setup',
  'ethernet-revert': 'usr/lib/busbar-gateway/ethernet-revert',
  'release-start': 'usr/lib/busbar-gateway/release-start',
  postinst: 'DEBIAN/postinst',
  prerm: 'DEBIAN/prerm',
  postrm: 'DEBIAN/postrm',
}

/** Symbolic links and their targets. */
const links = {
  // Makes agetty show what the first run writes.
  'etc/issue.d/busbar-gateway.issue': '/run/busbar-gateway.issue',
}

const control = (version, architecture) => `Package: busbar-gateway
Version: ${version}
Architecture: ${architecture}
Maintainer: The Busbar project
Section: net
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, libatomic1, systemd
Recommends: avahi-daemon, iproute2, nftables, wireguard-tools, wireguard-go, modemmanager, mobile-broadband-provider-info, polkitd
Description: field gateway for Modbus equipment
 Serves a serial Modbus bus over Modbus TCP and a local HTTP API, and calls
 the monitoring service by itself.
`

const put = (folder, path, content, mode) => {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
  chmodSync(target, mode)
}

const makeDeb = async (releaseKeys, compression) => {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/gateway/package.json'), 'utf8'))
  const architecture = architectures[process.arch]
  if (architecture === undefined) throw new Error(`there is no Debian architecture for ${process.arch}`)
  const folder = join(root, 'dist/busbar-gateway')
  rmSync(folder, { recursive: true, force: true })
  const lib = join(folder, 'usr/lib/busbar-gateway')
  await writeGateway(lib)
  put(lib, 'version', `${versionNumber(version)}\n`, 0o644)
  for (const [name, path] of Object.entries(places)) put(folder, path, readFileSync(join(recipe, name)), 0o644)
  for (const [name, path] of Object.entries(programs)) put(folder, path, readFileSync(join(recipe, name)), 0o755)
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(target, join(folder, path))
  }
  for (const name of releaseKeys === undefined ? [] : readdirSync(releaseKeys).filter((one) => one.endsWith('.pem')))
    put(folder, `usr/share/busbar-gateway/release-keys/${name}`, readFileSync(join(releaseKeys, name)), 0o644)
  const documents = 'usr/share/doc/busbar-gateway'
  put(folder, `${documents}/copyright`, readFileSync(join(root, 'LICENSE')), 0o644)
  for (const page of globSync('gateway*.md', { cwd: guides }))
    put(folder, `${documents}/${page}`, readFileSync(join(guides, page)), 0o644)
  put(folder, 'DEBIAN/conffiles', '/etc/default/busbar-gateway\n', 0o644)
  put(folder, 'DEBIAN/control', control(version, architecture), 0o644)
  const deb = join(root, `dist/busbar-gateway_${version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', folder, deb], { stdio: 'inherit' })
}

const { values } = parseArgs({
  options: { tree: { type: 'string' }, 'release-keys': { type: 'string' }, uncompressed: { type: 'boolean' } },
})
if (values.tree !== undefined) writeTree(gatewayEntries, values.tree)
else await makeDeb(values['release-keys'], values.uncompressed === true ? ['-Znone'] : ['-Zxz', '-z3'])
