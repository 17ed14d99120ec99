import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type DialTarget, parseRawAllow, RawAllow } from './raw-allow.ts'

type Row = [list: string, address: string, target: Partial<DialTarget>, isAllowed: boolean]

describe('addresses that the installation allows', () => {
  for (const [list, address, target, isAllowed] of [
    ['10.1.0.0/16', '10.1.2.3', { port: 502 }, true],
    ['10.1.0.0/16', '10.1.2.3', { port: 802 }, true],
    ['10.1.0.0/16', '10.1.2.3', { port: 503 }, false],
    ['10.1.0.0/16', '10.1.2.3', { port: 503, isPortKept: true }, true],
    ['10.1.0.0/16', '10.2.2.3', { port: 503, isPortKept: true }, false],
    ['10.1.0.0/16:5020', '10.1.2.3', { port: 5020 }, true],
    ['10.1.0.0/16:5020', '10.1.2.3', { port: 502 }, false],
    ['10.1.0.0/16:5020', '10.1.2.3', { port: 502, isPortKept: true }, false],
    ['10.1.0.0/16:5020-5040', '10.1.2.3', { port: 5040 }, true],
    ['10.1.0.0/16:5020-5040', '10.1.2.3', { port: 5041 }, false],
    ['10.1.0.0/16:502@5', '10.1.2.3', { orgId: 5 }, true],
    ['10.1.0.0/16:502@5', '10.1.2.3', { orgId: 6 }, false],
    ['10.1.0.0/16@5', '10.1.2.3', { orgId: 5 }, true],
    ['10.1.0.0/16@5', '10.1.2.3', { orgId: 5, port: 80 }, false],
    ['10.1.2.3:502@5, 10.1.2.3:503@6', '10.1.2.3', { orgId: 6, port: 502 }, false],
    ['10.1.2.3:502@5, 10.1.2.3:503@6', '10.1.2.3', { orgId: 6, port: 503 }, true],
    ['[fd00::/64]:5020@5', 'fd00::1', { orgId: 5, port: 5020 }, true],
    ['[fd00::/64]:5020@5', 'fd00::1', { orgId: 5, port: 502 }, false],
    ['[fd00::/64]:5020@5', 'fd00::1', { orgId: 4, port: 5020 }, false],
    ['[fd00::/64]@5', 'fd00::1', { orgId: 5 }, true],
    ['[fd00::/64]', 'fd00::1', {}, true],
    ['fd00::/64@5', 'fd00::1', { orgId: 4 }, false],
    ['fd00::/64@5', 'fd00::1', { orgId: 5 }, true],
    // Without brackets every colon belongs to the address.
    ['fd00::1:502', 'fd00::1', {}, false],
    ['fd00::1:502', 'fd00::1:502', {}, true],
  ] as Row[]) {
    test(`${list}: ${address} ${JSON.stringify(target)} ${isAllowed ? 'yes' : 'no'}`, () => {
      const parsed = parseRawAllow(list)
      assert.ok('ok' in parsed)
      assert.equal(parsed.ok.for({ port: 502, orgId: 1, ...target }).has(address), isAllowed)
    })
  }

  for (const wrong of [
    '10.0.0.0/8:0',
    '10.0.0.0/8:65536',
    '10.0.0.0/8:5040-5020',
    '10.0.0.0/8:502-',
    '10.0.0.0/8:',
    '10.0.0.0/8:0x1f6',
    '10.0.0.0/8:502@',
    '10.0.0.0/8@0',
    '10.0.0.0/8@all',
    '10.0.0.0/8@5:502',
    '10.0.0.0/8:502:503',
    'fd00::/64:502',
    '[fd00::/64',
    '[fd00::]/64:502',
    '[[fd00::/64]]:502',
    '@5',
    ':502',
  ]) {
    test(`refused: ${wrong}`, () => assert.ok('err' in parseRawAllow(`10.0.0.0/8, ${wrong}`)))
  }
})

test('whatever is written, it is taken or refused, and what is refused allows nothing', () => {
  const part = fc.constantFrom('10.0.0.0/8', 'fd00::/64', '[', ']', ':', '@', '502', '-', '5', '/', ' ', 'x')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const allow = new RawAllow()
      const isTaken = allow.add(parts.join(''))
      const open = allow.for({ port: 502, orgId: 5, isPortKept: true })
      if (!isTaken) assert.ok(!open.has('10.0.0.1') && !open.has('fd00::1'))
    }),
  )
})
