import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { localTime } from '../time/local-time.rules.ts'
import { statusLines } from './lines.ts'
import { type GatewayStatus, keysOf, timeOf } from './status.ts'

const bound: GatewayStatus = {
  isRunning: true,
  label: 'Busbar Gateway',
  version: '1.2.3',
  host: 'hall-2',
  variant: 'B',
  identity: { mac: '00:1a:2b:3c:4d:5e', source: 'eth0', isUnique: true },
  keys: { gateway: 'AAAAAAAA', cloud: 'BBBBBBBB', cloudIs: 'pinned' },
  activation: { isActivated: true, step: 'trusted', refusal: null },
  cloud: { hostname: 'cloud.example.org', port: 20_502, state: 'connected', remoteIp: '203.0.113.7' },
  bus: { port: '/dev/ttyUSB0', isOpen: true, problem: null, mode: 'master', framing: 'RTU', baudRate: 9600 },
  listening: { http: 'http://10.0.0.2/', https: null, httpsProblem: null, modbusTcp: '10.0.0.2:502' },
  data: { folder: '/var/lib/busbar-gateway', notKept: null },
  time: { local: '2026-07-16T10:00:00', utcOffset: '+03:00', isSummerTime: true },
}
const notRunning = {
  isRunning: false,
  variant: null,
  bus: null,
  listening: { http: null, https: null, httpsProblem: null, modbusTcp: null },
}
const notBound = { isActivated: false, step: null, refusal: null }

describe('prints the status line by line', () => {
  for (const [name, fields, text] of [
    ['Gateway', {}, 'Busbar Gateway 1.2.3 on hall-2, variant B, running'],
    ['Gateway', notRunning, 'Busbar Gateway 1.2.3 on hall-2, not running'],
    ['MAC', {}, '00:1a:2b:3c:4d:5e, of eth0'],
    [
      'MAC',
      { identity: { mac: '02:00:00:00:00:01', source: 'made', isUnique: false } },
      /, made from its key, not unique$/,
    ],
    ['MAC', { identity: null }, 'none yet: it has never been started'],
    ['Keys', {}, /^this gateway AAAAAAAA, its cloud BBBBBBBB \(pinned\); the cloud shows both: compare$/],
    [
      'Keys',
      { keys: { gateway: 'AAAAAAAA', cloud: 'CCCCCCCC', cloudIs: 'proven' } },
      /CCCCCCCC \(proven, not pinned yet\)/,
    ],
    [
      'Keys',
      { keys: { gateway: 'AAAAAAAA', cloud: null, cloudIs: null } },
      'this gateway AAAAAAAA, no cloud known yet',
    ],
    ['Keys', { keys: { gateway: null, cloud: null, cloudIs: null } }, 'none yet'],
    ['Activation', {}, /^activated, the key of its cloud is pinned; the connection is trusted, and reaches the field$/],
    [
      'Activation',
      { activation: { ...notBound, step: 'stranger', refusal: 'the disk is full' } },
      /stranger.*; the disk is full$/,
    ],
    [
      'Activation',
      { activation: { ...notBound, step: 'proven' } },
      /^not activated; who answers has proven a key and may bind/,
    ],
    ['Activation', { activation: notBound }, 'not activated; not connected'],
    ['Activation', { ...notRunning, activation: notBound }, 'not activated'],
    ['Cloud', {}, 'cloud.example.org:20502, connected (203.0.113.7)'],
    ['Cloud', { cloud: { ...bound.cloud, hostname: '' } }, 'none (setting cbCloud.hostname)'],
    ['Serial port', {}, '/dev/ttyUSB0, master, RTU, 9600 baud, open'],
    [
      'Serial port',
      { bus: bound.bus && { ...bound.bus, isOpen: false, problem: 'it is gone' } },
      /baud, not open: it is gone$/,
    ],
    ['Serial port', { bus: bound.bus && { ...bound.bus, port: null } }, 'none (--port)'],
    ['Serial port', notRunning, 'not known while it does not run'],
    ['Listening', {}, 'API at http://10.0.0.2/, Modbus TCP at 10.0.0.2:502'],
    [
      'Listening',
      { listening: { ...bound.listening, https: { url: 'https://10.0.0.2:443/', fingerprint: 'AB:CD' } } },
      /^API at .*, HTTPS at https:\/\/10.0.0.2:443\/ \(certificate SHA-256 AB:CD\), Modbus TCP/,
    ],
    [
      'Listening',
      { listening: { ...bound.listening, httpsProblem: 'port 443 is in use by another program' } },
      /^API at .*, NO HTTPS: port 443 is in use by another program, Modbus TCP/,
    ],
    ['Listening', notRunning, 'nowhere'],
    ['Data folder', {}, '/var/lib/busbar-gateway, writable'],
    ['Data folder', { data: { folder: '/d', notKept: 'the disk is full' } }, '/d, cannot be written: the disk is full'],
    ['Time', {}, '2026-07-16 10:00:00, UTC+03:00, summer time'],
  ] as const) {
    test(`${name}: ${text}`, () => {
      const status: GatewayStatus = { ...bound, ...fields }
      const line = statusLines(status).find((one) => one.startsWith(name)) ?? ''
      const statusText = line.slice(13)
      if (typeof text === 'string') assert.equal(statusText, text)
      else assert.match(statusText, text)
    })
  }
})

test('prefers the pinned cloud key to the named one, and that to the proven one', () => {
  const key = fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }))
  fc.assert(
    fc.property(key, key, key, key, (own, pinned, named, proven) => {
      const shown = keysOf(own, { pinned, named, proven })
      const first = pinned ?? named ?? proven
      const text = (one: Uint8Array | null) => one && Buffer.from(one).toString('base64').slice(0, 8)
      assert.deepEqual([shown.gateway, shown.cloud], [text(own), text(first)])
      const is = pinned ? 'pinned' : named ? 'named' : proven ? 'proven' : null
      assert.equal(shown.cloudIs, is)
    }),
  )
})

test('the offset is what the clock on the wall has more than Greenwich', () => {
  fc.assert(
    fc.property(fc.integer({ min: -96, max: 96 }), fc.integer({ min: 0, max: 4e12 }), (timeGmt, utcMs) => {
      const { utcOffset, isSummerTime } = timeOf(localTime(utcMs, timeGmt, null))
      const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? []
      assert.equal((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)), timeGmt * 15 || 0)
      assert.equal(isSummerTime, false)
    }),
  )
})
