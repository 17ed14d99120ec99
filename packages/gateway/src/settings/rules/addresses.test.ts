import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHostAddress, isHostName, isKey, isMac, isMask, isRemoteHost, isUidRange } from './addresses.rules.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const label63 = 'a'.repeat(63)
/** Builds a host name of this length from labels of valid length. */
const nameOf = (length: number): string => Array(4).fill(label63).join('.').slice(0, length)

const rows: [rule: (text: string) => boolean, right: string[], wrong: string[]][] = [
  [
    isHostAddress,
    ['1.0.0.0', '10.0.0.1', '126.255.255.255', '128.0.0.1', '223.255.255.255'],
    ['0.1.2.3', '127.0.0.1', '224.0.0.1', '255.255.255.255', '1.2.3', '1.2.3.256', '::1', ''],
  ],
  [
    isMask,
    ['128.0.0.0', '255.255.255.0', '255.255.255.254', '255.255.255.255', '255.128.0.0'],
    ['0.0.0.0', '255.0.255.0', '0.255.255.255', '255.255.255', 'x'],
  ],
  [
    isMac,
    ['02:00:5e:10:00:01', '02-00-5E-10-00-01', '00:00:00:00:00:01', 'fe:ff:ff:ff:ff:ff'],
    [
      '00:00:00:00:00:00',
      '01:00:5e:00:00:01',
      'ff:ff:ff:ff:ff:ff',
      '02:00-5e:10:00:01',
      '02:00:5e:10:00',
      '02005e100001',
    ],
  ],
  [
    isHostName,
    ['a', 'a.example', 'a.example.', 'a-b.c1', '192.0.2.1', '1a.example', label63, nameOf(253)],
    ['', '-a', 'a-', 'a..b', 'a b', '192.0.2', '192.0.2.300', 'a.1', `${label63}a`, nameOf(254), '.'],
  ],
  [
    isUidRange,
    ['1', '255', '7-7', '112-255', '1-255'],
    ['0', '256', '8-7', '1-256', '0-5', '01', '7-', '-7', '1-2-3', ''],
  ],
  [
    isKey,
    [key],
    ['', key.slice(0, -1), `${key} `, Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')],
  ],
  [
    isRemoteHost,
    ['10.0.0.1', '127.0.0.1', '127.9.9.9', 'localhost', 'plc.example.org'],
    ['0.0.0.0', '224.0.0.1', '255.255.255.255', '10.0.0', 'a_b', 'http://a', '::1'],
  ],
]
for (const [rule, right, wrong] of rows) {
  test(rule.name, () => {
    for (const text of right) assert.equal(rule(text), true, `'${text}'`)
    for (const text of wrong) assert.equal(rule(text), false, `'${text}'`)
  })
}
