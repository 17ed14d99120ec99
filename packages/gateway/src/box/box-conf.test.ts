import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testFolder } from '../testing/folder.ts'
import { parseBoxConf, readBoxConf, withEntry } from './box-conf.ts'

const none = { ethernet: null, card: null, modem: true, vpn: true, display: null }

for (const [text, conf] of [
  ['', {}],
  ['# all of it\n\nethernet=eth0\ncard=UUID=1234-ABCD\n', { ethernet: 'eth0', card: '1234-ABCD' }],
  [' ethernet = end0 \nmodem=off\nvpn=off', { ethernet: 'end0', modem: false, vpn: false }],
  ['card=\ndisplay=10-0045\r\n', { display: '10-0045' }],
] as const) {
  test(`box.conf: ${JSON.stringify(text)}`, () => assert.deepEqual(parseBoxConf(text), { ...none, ...conf }))
}

for (const [text, expected] of [
  ['ethernet=eth0 eth1', /box\.conf:1: ethernet= takes the name of an interface/],
  ['\nethernet=../x', /box\.conf:2: ethernet= takes/],
  ['ethernet=lo', /ethernet= takes/],
  ['card=/dev/sda1', /card= takes a file system, as UUID=1234-ABCD/],
  ['card=UUID=../../etc', /card= takes/],
  ['modem=yes', /modem= takes on or off/],
  ['display=../../kernel', /display= takes/],
  ['colour=blue', /box\.conf:1: is none of ethernet=/],
  ['eth0', /is none of/],
  ['vpn=on\nvpn=off', /box\.conf:2: vpn= stands there twice/],
  ['#'.repeat(20_000), /more than 16384 bytes/],
] as const) {
  test(`box.conf refuses ${JSON.stringify(text.slice(0, 30))}`, () => assert.throws(() => parseBoxConf(text), expected))
}

test('adopts nothing without a file, and reports a file that cannot be read', (t) => {
  const folder = testFolder(t)
  assert.deepEqual(readBoxConf(join(folder, 'box.conf')), none)
  assert.throws(() => readBoxConf(folder), /cannot be read \(EISDIR\)/)
  writeFileSync(join(folder, 'box.conf'), 'display=0\n')
  assert.equal(readBoxConf(join(folder, 'box.conf')).display, '0')
})

test('an entry is changed, and all else stays as its owner wrote it', () => {
  const line = fc.constantFrom('# a note', '', 'card=UUID=1234-ABCD', 'modem=off')
  fc.assert(
    fc.property(fc.uniqueArray(line), fc.constantFrom('eth0', 'end0', ''), (lines, name) => {
      const text = lines.join('\n')
      const once = withEntry(text, 'ethernet', 'wan1')
      const twice = withEntry(once, 'ethernet', name)
      assert.deepEqual(parseBoxConf(twice), { ...parseBoxConf(text), ethernet: name === '' ? null : name })
      assert.ok(lines.every((one) => twice.split('\n').includes(one)))
    }),
  )
})
