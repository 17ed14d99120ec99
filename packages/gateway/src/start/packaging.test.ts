import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { portDrivers } from '../box/serial-ports.ts'
import { testFolder } from '../testing/folder.ts'

const recipe = new URL('../../packaging/', import.meta.url)
const unitOf = (name: string): string => readFileSync(new URL(name, recipe), 'utf8')
const first = unitOf('busbar-gateway.service')
const template = unitOf('busbar-gateway@.service')

/** Settings of a unit by `Section.Name`; what is given several times has all its values. */
const settingsOf = (text: string): Map<string, string> => {
  const found = new Map<string, string>()
  let section = ''
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, begun] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    assert.ok(begun ?? name, `${line} is no line of a unit`)
    section = begun ?? section
    if (name !== undefined)
      found.set(`${section}.${name}`, [found.get(`${section}.${name}`) ?? [], value].flat().join(' '))
  }
  return found
}

test('another gateway on the box runs as the first does, with a folder and options of its own', () => {
  const [one, other] = [settingsOf(first), settingsOf(template)]
  assert.deepEqual(
    [...other.keys()],
    [...one.keys()].filter((name) => name !== 'Service.ExecStartPre' && name !== 'Unit.Wants'),
  )
  const own = [...other].filter(([name, value]) => one.get(name) !== value)
  assert.deepEqual(own, [
    ['Unit.Description', 'Busbar field gateway %i'],
    [
      'Service.Environment',
      'BUSBAR_GATEWAY_DATA=%S/busbar-gateway-%i BUSBAR_GATEWAY_HELPER=none BUSBAR_GATEWAY_NET_HELPER=none BUSBAR_GATEWAY_MODEM=none NODE_COMPILE_CACHE=%C/busbar-gateway',
    ],
    ['Service.EnvironmentFile', '/etc/default/busbar-gateway-%i'],
    ['Service.StateDirectory', 'busbar-gateway-%i'],
  ])
})

test('the units allow the serial ports that the gateway lists', () => {
  const allowed = settingsOf(first).get('Service.DeviceAllow')
  const listed = [...portDrivers.adapter, ...portDrivers.board].map((driver) => `char-${driver} rw`)
  assert.deepEqual(allowed?.match(/char-\w+ rw/g), listed)
})

test('the package has every file of the recipe', () => {
  const script = readFileSync(new URL('../../../../scripts/package-deb.mjs', import.meta.url), 'utf8')
  const missing = readdirSync(recipe).filter((name) => !new RegExp(`^ {2}'?${name}'?: '`, 'm').test(script))
  assert.deepEqual(missing, [])
  assert.match(script, /'usr\/lib\/systemd\/system\/busbar-gateway@\.service'/)
})

test('the directory that agetty reads links to the text of the first run', () => {
  const script = readFileSync(new URL('../../../../scripts/package-deb.mjs', import.meta.url), 'utf8')
  const [, issuePath = ''] =
    /^const issuePath = '(.*)'$/m.exec(readFileSync(new URL('../box/setup/first-run.ts', import.meta.url), 'utf8')) ??
    []
  assert.ok(script.includes(`'etc/issue.d/busbar-gateway.issue': '${issuePath}'`))
  assert.match(unitOf('prerm'), new RegExp(`rm -f ${issuePath}$`, 'm'))
})

test('the service manager takes all units', (t) => {
  const folder = testFolder(t)
  // Errors about programs that are not installed on this machine are ignored.
  for (const name of readdirSync(recipe).filter((one) => /\.(service|socket|path)$/.test(one))) {
    const text = unitOf(name).replaceAll(/^(ExecStart(?:Pre)?)=.*$/gm, '$1=/bin/true')
    writeFileSync(join(folder, name), text)
  }
  symlinkSync(join(folder, 'busbar-gateway@.service'), join(folder, 'busbar-gateway@hall.service'))
  const units = [
    'busbar-gateway.service',
    'busbar-gateway@hall.service',
    'busbar-gateway-root.socket',
    'busbar-gateway-net.socket',
    'busbar-gateway-first-run.path',
  ].map((name) => join(folder, name))
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', ...units], {
    encoding: 'utf8',
  })
  // It complains of this machine, too.
  const complaints = `${verified.stdout}${verified.stderr}`
    .split('\n')
    .filter((line) => line.includes('busbar-gateway'))
  if (verified.status !== 0 && complaints.length === 0) return t.skip('there is no systemd-analyze that works here')
  assert.deepEqual(complaints, [])
})

test('the gateway goes before other programs where that is permitted, commands about it never', (t) => {
  const folder = testFolder(t)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'version'), '1')
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\nchrt -p $$\n', { mode: 0o755 })
  const script = unitOf('busbar-gateway').replace('lib=/usr/lib/busbar-gateway', `lib=${folder}`)
  const policyOf = (...words: string[]): string => {
    const { stdout } = spawnSync('sh', ['-c', script, 'busbar-gateway', ...words], { encoding: 'utf8' })
    return /policy: (\w+)/.exec(stdout)?.[1] ?? stdout
  }
  const isPermitted = spawnSync('chrt', ['--rr', '1', 'true']).status === 0
  assert.equal(policyOf(), isPermitted ? 'SCHED_RR' : 'SCHED_OTHER')
  assert.equal(policyOf('status'), 'SCHED_OTHER')
})
