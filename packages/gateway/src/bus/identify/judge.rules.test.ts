import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from './identify.ts'
import { passes, type Value } from './judge.rules.ts'

/** Registers or bits, what is checked of them, and whether it holds. */
const rows: [value: Value, check: string, holds: boolean][] = [
  [{ numbers: [23, 0] }, 'EQ 23', true],
  [{ numbers: [23, 0] }, 'EQ 0x17', true],
  [{ numbers: [23, 0] }, 'NE 23', false],
  [{ numbers: [23, 0] }, 'LT 24', true],
  [{ numbers: [23, 0] }, 'LT 23', false],
  [{ numbers: [23, 0] }, 'GT 22', true],
  [{ numbers: [10, 0] }, 'RANGE 10..99', true],
  [{ numbers: [99, 0] }, 'RANGE 10..99', true],
  [{ numbers: [100, 0] }, 'RANGE 10..99', false],
  [{ numbers: [0xab12, 0] }, 'MASK(ff00) EQ 43776', true],
  [{ numbers: [0xab12, 0] }, 'MASK(ff00) SHR(8) EQ 0xab', true],
  [{ numbers: [0xab12, 0] }, 'SHR(8) MASK(f) EQ 0xb', true],
  [{ numbers: [0xab12, 0] }, 'SWAP EQ 0x12ab', true],
  [{ numbers: [1, 2] }, 'U32 EQ 65538', true],
  [{ numbers: [1, 2] }, 'U32 SWAP EQ 131073', true],
  [{ numbers: [0xffff, 0xfffe] }, 'U32 EQ 0xfffffffe', true],
  [{ numbers: [0xffff, 0xfffe] }, 'U32 MASK(ffff0000) EQ 0xffff0000', true],
  [{ numbers: [0xffff, 0xfffe] }, 'S32 EQ -2', true],
  [{ numbers: [0xffff, 0xfffe] }, 'S32 SHR(1) EQ -1', true],
  [{ numbers: [0x3dcc, 0xcccd] }, 'F32 EQ 0.1', true],
  [{ numbers: [0xcccd, 0x3dcc] }, 'F32 SWAP RANGE 0.1..0.2', true],
  [{ numbers: [0x7fc0, 0] }, 'F32 NE 1', true],
  [{ numbers: [0x7fc0, 0] }, 'F32 RANGE -9..9', false],
  [{ numbers: [0x4142, 0x4300] }, 'STR "ABC"', true],
  [{ numbers: [0x4142, 0x2000] }, 'STR "AB"', true],
  [{ numbers: [0x4241, 0x0043] }, 'SWAP STR "ABC"', true],
  [{ text: 'Acme\0' }, 'STR "Acme"', true],
  [{ text: 'Acme 2' }, 'STR "Acme"', false],
  [{ exception: 2 }, 'EXC 2', true],
  [{ exception: 3 }, 'EXC 2', false],
  [{ exception: 2 }, 'NE 23', false],
  [{ numbers: [2, 0] }, 'EXC 2', false],
  ['silent', 'NE 23', false],
  ['silent', 'EXC 11', false],
]

test('values are judged as written', () => {
  for (const [value, check, holds] of rows) {
    const lines = [
      'META class-find 1 2026-11-14T00:00:00',
      'READ holding 0 2 AS v',
      `CHECK v ${check} ELSE STOP`,
      'STOP',
    ]
    const compiled = compile(Buffer.from(lines.join('\n')))
    const statement = 'ok' in compiled ? compiled.ok.statements[1] : undefined
    assert.ok(statement?.kind === 'CHECK', check)
    assert.equal(passes(value, statement.modifiers, statement.test), holds, `${JSON.stringify(value)} ${check}`)
  }
  assert.equal(passes(undefined, [], { kind: 'NE', number: 1 }), false)
})
