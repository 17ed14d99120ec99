import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc16 } from '@busbar/modbus'
import * as fc from 'fast-check'
import { compile } from './compile.ts'
import { type CompileCode, compileCodes } from './compile-error.ts'

const head = 'TASK 1 PERIOD 500'
const defs = 'DEF a U16 = 1\nDEF f F32\nDEF b BIT\nDEF s STR[8]\nDEF h S32[4]\nDEF c COND a > 1'
const bytes = (text: string): Uint8Array => Buffer.from(text)

/** Whole files, by what is wrong and in which line. */
const wholeFiles: [text: string, code: CompileCode, line: number | null][] = [
  ['', 'ERROR_OBSOLETE_FILE_LAYOUT', null],
  ['# nothing', 'ERROR_OBSOLETE_FILE_LAYOUT', null],
  ['DEF a U16', 'ERROR_OBSOLETE_FILE_LAYOUT', 1],
  ['\n\nTASK 0 PERIOD 500', 'ERROR_OBSOLETE_FILE_LAYOUT', 3],
  ['TASK 3 PERIOD 500', 'ERROR_VERSION_UNSUPPORTED', 1],
  ['TASK', 'ERROR_VERSION_UNSUPPORTED', 1],
  ['TASK 1 500', 'ERROR_EXPECTED_SEPARATOR', 1],
  ['TASK 1 PERIOD 49', 'ERROR_ILLEGAL_ARGUMENT', 1],
  ['TASK 1 PERIOD 86400001', 'ERROR_ILLEGAL_ARGUMENT', 1],
  ['TASK 1 PERIOD 50.5', 'ERROR_ILLEGAL_ARGUMENT', 1],
  ['TASK 1 PERIOD', 'ERROR_ILLEGAL_ARGUMENT', 1],
  ['TASK 1 PERIOD 5s', 'ERROR_VALUE_FORMAT', 1],
  ['TASK 1 PERIOD 500 fast', 'ERROR_EXPECTED_EOL', 1],
  [`${head}\n${head}`, 'ERROR_LINE_UNRECOGNIZED', 2],
  [`${head}\n${'DO RETURN\n'.repeat(1001)}`, 'ERROR_OUT_OF_MEMORY', 1002],
  [`${head}\n${'# long comment\n'.repeat(5000)}`, 'ERROR_OUT_OF_MEMORY', null],
  [`${head}\nDO RETURN\nCRC 0000\n`, 'ERROR_CRC', 3],
  [`${head}\nCRC 0000\nDO RETURN`, 'ERROR_LINE_UNRECOGNIZED', 2],
  [`${head}\0`, 'ERROR_FILE_FORMAT_UNSUPPORTED', null],
]

/** Lines after those of `defs`: line 8 is the first of them. */
const lines: [text: string, code: CompileCode, line?: number][] = [
  ['RUN', 'ERROR_LINE_UNRECOGNIZED'],
  ['= 3', 'ERROR_LINE_UNRECOGNIZED'],
  ['put a = 1', 'ERROR_LINE_UNRECOGNIZED'],
  ['DO NOTHING', 'ERROR_LINE_UNRECOGNIZED'],
  ['IF b DO', 'ERROR_LINE_UNRECOGNIZED'],
  ['DEF', 'ERROR_ITEM_NAME'],
  ['DEF 1a U16', 'ERROR_ITEM_NAME'],
  ['DEF größe U16', 'ERROR_ITEM_NAME'],
  [`DEF ${'n'.repeat(33)} U16`, 'ERROR_ITEM_NAME'],
  ['1: DO RETURN', 'ERROR_ITEM_NAME'],
  ['ü: DO RETURN', 'ERROR_ITEM_NAME'],
  ['DEF x', 'ERROR_UNKNOWN_TYPE'],
  ['DEF x INT', 'ERROR_UNKNOWN_TYPE'],
  ['DEF x 12', 'ERROR_UNKNOWN_TYPE'],
  ['DEF x U24', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x F64', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x U16 AT 1:C 0', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x BIT AT 1:H 0', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x U8 AT 1:I 0', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DO SMS 1 "a*2"', 'ERROR_EXPECTED_ASTERISK'],
  ['DO SMS 1 "a*20"', 'ERROR_EXPECTED_ASTERISK'],
  ['DO SMS 1 "a', 'ERROR_EXPECTED_DOUBLE_QOUTES'],
  ['DO SMS 1 "a*20', 'ERROR_EXPECTED_DOUBLE_QOUTES'],
  ['PUT', 'ERROR_ITEM_REF'],
  ['PUT = 1', 'ERROR_ITEM_REF'],
  ['PUT a =', 'ERROR_ITEM_REF'],
  ['PUT a = 1 +', 'ERROR_ITEM_REF'],
  ['PUT a = @', 'ERROR_ITEM_REF'],
  ['DO CALL', 'ERROR_ITEM_REF'],
  ['DO GOTO 12', 'ERROR_ITEM_REF'],
  ['DEF x U16 AT', 'ERROR_ITEM_REF'],
  ['DEF x U16 AT a:H 1', 'ERROR_ITEM_REF'],
  ['DEF x U16 AT 1:X 1', 'ERROR_ITEM_REF'],
  ['DEF x U16 AT 1:H', 'ERROR_ITEM_REF'],
  ['DEF x U16 AT 1:I 0\nPUT x = 1', 'ERROR_ITEM_REF', 9],
  ['DEF x BIT AT 1:D 0\nPUT x = 1', 'ERROR_ITEM_REF', 9],
  ['DEF x U16 AT 256:H 1', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U16 AT 1:H 65536', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U32 AT 1:H 65535', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DO SMS 0 "a"', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DO SMS 5 "a"', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DO SMS "a"', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DO SMS 1 12', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = "text"', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = a > 1', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = NOT b', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = STR(1)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = SQRT("4")', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = MIN(1)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT s = 12', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT s = MAX(1, 2)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT s = STR(1, 7)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT s = HEX(1, 0)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT s = HEX(1, a)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = LEN(12)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['IF 1 DO RETURN', 'ERROR_ILLEGAL_ARGUMENT'],
  ['IF a + 1 DO RETURN', 'ERROR_ILLEGAL_ARGUMENT'],
  ['IF s = 1 DO RETURN', 'ERROR_ILLEGAL_ARGUMENT'],
  ['IF 1 = "1" DO RETURN', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a 1', 'ERROR_EXPECTED_SEPARATOR'],
  ['PUT a = MIN(1 2)', 'ERROR_EXPECTED_SEPARATOR'],
  ['IF b RETURN', 'ERROR_EXPECTED_SEPARATOR'],
  ['DEF x U16 AT 1 H 0', 'ERROR_EXPECTED_SEPARATOR'],
  [`PUT a = ${'1+'.repeat(120)}1`, 'ERROR_EXPECTED_EOL'],
  ['PUT a = 1 2', 'ERROR_EXPECTED_EOL'],
  ['PUT a = 1 < 2 < 3', 'ERROR_EXPECTED_EOL'],
  ['DO RETURN 1', 'ERROR_EXPECTED_EOL'],
  ['DEF x U16 AT 1:H 0 = 5', 'ERROR_EXPECTED_EOL'],
  ['DEF x U16 AT 0:I 1', 'ERROR_UID_BROADCAST'],
  ['DEF x U16 AT 0:H 1 LOG', 'ERROR_UID_BROADCAST'],
  ['DEF x U16 AT 0:H 1\nPUT a = x', 'ERROR_UID_BROADCAST', 9],
  ['DEF x U16 AT 0:H 1\nPUT h[x] = 1', 'ERROR_UID_BROADCAST', 9],
  ['DEF x STR[4] AT 0:H 1\nPUT s = x', 'ERROR_UID_BROADCAST', 9],
  ['DEF IF U16', 'ERROR_NAME_RESERVED'],
  ['DEF F32 F32', 'ERROR_NAME_RESERVED'],
  ['CALL: DO RETURN', 'ERROR_NAME_RESERVED'],
  ['PUT MOD = 1', 'ERROR_NAME_RESERVED'],
  ['PUT a = TIME', 'ERROR_NAME_RESERVED'],
  ['PUT a = ERR()', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = ERR(a)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = ERR(1)', 'ERROR_ITEM_REF'],
  ['PUT a = ERR(c)', 'ERROR_UNEXPECTED_CONDITION_REF'],
  ['PUT a = ERR(zz)', 'ERROR_ITEM_UNDECLARED'],
  ['DEF m U16[2] AT 1:H 0\nPUT a = ERR(m[0])', 'ERROR_ILLEGAL_ARRAY_INDEX', 9],
  ['DEF a U16', 'ERROR_NAME_ALREADY_DEFINED'],
  ['DEF c COND b', 'ERROR_NAME_ALREADY_DEFINED'],
  ['a: DO RETURN', 'ERROR_NAME_ALREADY_DEFINED'],
  ['x: DO RETURN\nx: DO RETURN', 'ERROR_NAME_ALREADY_DEFINED', 9],
  ['DO RETURN\nDO CALL away', 'ERROR_UNSATISFIED_FORWARD_DECLARATION', 9],
  ['IF b DO GOTO away', 'ERROR_UNSATISFIED_FORWARD_DECLARATION'],
  ['PUT s = STR()', 'ERROR_STRING_FUNCTION_ARGUMENT_TOO_SHORT'],
  ['PUT s = HEX()', 'ERROR_STRING_FUNCTION_ARGUMENT_TOO_SHORT'],
  ['PUT a = LEN()', 'ERROR_STRING_FUNCTION_ARGUMENT_TOO_SHORT'],
  ['PUT a = 12x', 'ERROR_VALUE_FORMAT'],
  ['PUT a = 0x', 'ERROR_VALUE_FORMAT'],
  ['PUT a = 1.2.3', 'ERROR_VALUE_FORMAT'],
  ['PUT a = 1.', 'ERROR_VALUE_FORMAT'],
  ['DO SMS 1 "*zz*"', 'ERROR_VALUE_FORMAT'],
  ['DO SMS 1 "**"', 'ERROR_VALUE_FORMAT'],
  ['DEF x U8 = 256', 'ERROR_VALUE_FORMAT'],
  ['DEF x S8 = -129', 'ERROR_VALUE_FORMAT'],
  ['DEF x U16 = 1.5', 'ERROR_VALUE_FORMAT'],
  ['DEF x U16 = "1"', 'ERROR_VALUE_FORMAT'],
  ['DEF x STR[2] = "abc"', 'ERROR_VALUE_FORMAT'],
  ['DEF x STR[2] = 12', 'ERROR_VALUE_FORMAT'],
  ['PUT h[4] = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT h = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT h[1.5] = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT h[] = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT h[-1] = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT a[0] = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT s[0] = "a"', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT s = s[0]', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['PUT h[h] = 1', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['IF c[0] DO RETURN', 'ERROR_ILLEGAL_ARRAY_INDEX'],
  ['IF h[a] > 1 DO RETURN', 'ERROR_ARRAY_INDIRECT_INDEX_NOT_ALLOWED_HERE'],
  ['DEF x COND h[a] > 1', 'ERROR_ARRAY_INDIRECT_INDEX_NOT_ALLOWED_HERE'],
  ['DO SMS 1 STR(h[a])', 'ERROR_ARRAY_INDIRECT_INDEX_NOT_ALLOWED_HERE'],
  ['PUT zz = 1', 'ERROR_ITEM_UNDECLARED'],
  ['PUT a = later\nDEF later U16', 'ERROR_ITEM_UNDECLARED'],
  ['PUT h[zz] = 1', 'ERROR_ITEM_UNDECLARED'],
  ['IF zz DO RETURN', 'ERROR_ITEM_UNDECLARED'],
  ['x: PUT a = x', 'ERROR_ITEM_UNDECLARED'],
  [Array.from({ length: 5 }, (_, n) => `DEF x${n} S32[1024]`).join('\n'), 'ERROR_OUT_OF_PARAMETER_STORAGE_MEMORY', 11],
  [Array.from({ length: 256 }, (_, n) => `DEF x${n} BIT`).join('\n'), 'ERROR_OUT_OF_PARAMETER_STORAGE_MEMORY', 259],
  ['DEF x U16[0]', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x U16[1025]', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x U16[a]', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x STR', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x STR[256]', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x STR[8][2]', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x U16[124] AT 1:H 0', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['DEF x U32[62] AT 1:H 0', 'ERROR_ILLEGAL_ARRAY_SIZE'],
  ['IF a DO RETURN', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['IF b AND f DO RETURN', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['IF RISE(a) DO RETURN', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['PUT a = s', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['PUT s = "a" & a', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['DO CALL a', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['PUT a = c', 'ERROR_UNEXPECTED_CONDITION_REF'],
  ['PUT c = 1', 'ERROR_UNEXPECTED_CONDITION_REF'],
  ['PUT s = STR(c)', 'ERROR_UNEXPECTED_CONDITION_REF'],
  ['DO GOTO c', 'ERROR_UNEXPECTED_CONDITION_REF'],
  ['PUT h[f] = 1', 'ERROR_INDEX_BITSIZE_UNSUPPORTED'],
  ['DEF i S32\nPUT h[i] = 1', 'ERROR_INDEX_BITSIZE_UNSUPPORTED', 9],
  ['PUT h[s] = 1', 'ERROR_INDEX_BITSIZE_UNSUPPORTED'],
  ['PUT a = (1', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['PUT h[1 = 2', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['DEF x U16[4', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['PUT a = ABS(1', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['PUT a = ABS(1, 2)', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['PUT s = TIME(1)', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['PUT a = MIN(1, 2', 'ERROR_EXPECTED_CLOSING_BRACKET'],
  ['PUT s = UPPER("a")', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['PUT s = __proto__("a")', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['DEF x U16 LOG', 'ERROR_LOGGING_UNMAPPED_PARAMETER'],
  ['DEF x U16 = 1 LOG', 'ERROR_LOGGING_UNMAPPED_PARAMETER'],
  ['DEF x U32 AT 1:H 4\nDEF y U16 AT 1:H 5', 'ERROR_MAPPED_PARAMETER_INTERSECT_PARTIALLY', 9],
  ['DEF x U16[4] AT 1:H 4\nDEF y U16[4] AT 1:H 7', 'ERROR_MAPPED_PARAMETER_INTERSECT_PARTIALLY', 9],
  ['DEF x U32 AT 1:H 4\nDEF y F32 AT 1:H 4\nPUT x = 1\nPUT y = 1', 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER', 11],
  [doubling(12), 'ERROR_OUT_OF_MEMORY', 16],
  // 741 parts, 3 of `c`, and 382 for each of these: the 51st of them is beyond 20,000.
  [
    `${doubling(6)}\n${Array.from({ length: 200 }, (_, n) => `DEF e${n} COND d6`).join('\n')}`,
    'ERROR_OUT_OF_MEMORY',
    65,
  ],
]

/** Each condition names the one before it twice. */
function doubling(count: number): string {
  const names = Array.from({ length: count }, (_, n) => `DEF d${n + 1} COND d${n} AND d${n}`)
  return ['DEF d0 COND a > 1', ...names].join('\n')
}

/** The first problem is the one that the state group `memTaskfiles` shows. */
const isProblem = (text: string | Uint8Array, errorCode: CompileCode, errorLine: number | null): void => {
  const compiled = compile(typeof text === 'string' ? bytes(text) : text)
  assert.ok('problem' in compiled)
  assert.deepEqual(compiled.problem, { errorCode, errorLine }, String(text).slice(0, 200))
}

test('each mistake has its code and its line', () => {
  for (const row of wholeFiles) isProblem(...row)
  for (const [text, code, line = 8] of lines) isProblem(`${head}\n${defs}\n${text}`, code, line)
  for (const coded of ['utf16le', 'latin1'] as const) {
    isProblem(Buffer.from(`${head} # größe`, coded), 'ERROR_FILE_FORMAT_UNSUPPORTED', null)
  }
})

/** Codes of the card and of several files, which the tests of the folder cover. */
const ofTheFolder: CompileCode[] = ['ERROR_IO', 'ERROR_NO_PATH', 'ERROR_NO_FILE']

test('every code of the contract that a file can cause is caused here', () => {
  const caused = new Set([...wholeFiles, ...lines].map(([, code]) => code))
  assert.deepEqual(
    compileCodes.filter((code) => !caused.has(code)),
    ofTheFolder,
  )
})

test('accepts correct files', () => {
  const rows = [
    '',
    'x:\nDO GOTO x',
    'DEF x U32 AT 1:H 4\nDEF y F32 AT 1:H 4 LOG\nPUT x = 1',
    'DEF x U16 AT 0:H 4\nPUT x = 7',
    'PUT h[a] = h[a] + h[3]',
    'PUT b = c OR NOT b',
    'PUT b = 1 > 2',
    'IF s & "x" = "yx" AND RISE(c) DO SMS 4 s & STR(a, 2) & HEX(a, 4) & TIME() & DATE()',
    'PUT a = ABS(-1) + SQRT(4) * LEN(s) MOD 2 / MAX(a, b, 1)',
    'DEF x S8 = -128\nDEF y U32 = 0xFFFFFFFF\nDEF z F32 = -1.5\nDEF t STR[3] = "*c3**bc*!"',
    'DEF x BIT[1024] AT 1:C 0\nDEF y U16[123] AT 1:H 65413',
    doubling(7),
    'IF c DO CALL sub\nDO RETURN\nsub: DO RETURN # with a comment, "and quotes',
  ]
  for (const text of rows) assert.ok('ok' in compile(bytes(`${head}\n${defs}\n${text}`)), text)
})

test('a seal is checked over every byte before it, a byte order mark too', () => {
  for (const body of [`${head}\n`, `\ufeff${head}\r\n# größe\r\n`, `${head}\n   `]) {
    const sealed = Buffer.from(body)
    const crc = crc16(sealed, 0, sealed.length).toString(16).padStart(4, '0')
    assert.ok('ok' in compile(bytes(`${body}CRC ${crc}\n`)), body)
    const damaged = Buffer.from(`${body}CRC ${crc}\n`)
    damaged.writeUInt8((damaged[14] ?? 0) ^ 1, 14)
    assert.partialDeepStrictEqual(compile(damaged), { problem: { errorCode: 'ERROR_CRC' } })
  }
})

const word = fc.constantFrom(
  ...'TASK PERIOD DEF PUT IF DO CALL GOTO RETURN SMS AT LOG COND AND OR NOT MOD RISE MIN STR HEX TIME LEN'.split(' '),
  ...'a b h x : = ( ) [ ] , + - * / & < > <= <> 0 1 12 0x1F 1.5 U16 S32 BIT F32 H C "t" "*20*" " # @ ü'.split(' '),
)

test('compiling never throws, whatever the file', () => {
  const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const known = fc.constantFrom(...defs.split('\n'), 'x:', 'DO CALL x', 'PUT h[a] = 1', 'IF c DO RETURN')
  const file = fc.array(fc.oneof(line, known), { maxLength: 20 }).map((all) => bytes([head, ...all].join('\n')))
  fc.assert(
    fc.property(fc.oneof(file, fc.uint8Array({ maxLength: 300 })), (text) => {
      const compiled = compile(text)
      if ('problem' in compiled) assert.ok(compileCodes.includes(compiled.problem.errorCode))
    }),
    { numRuns: 2000 },
  )
})

test('ERR is no reserved word: files from before it may have an item or a label of that name', () => {
  const text = `${head}\nDEF ERR U16 AT 1:H 0\nDEF x U16\nPUT x = ERR + ERR(ERR)\nIF ERR(ERR) <> 0 DO RETURN`
  assert.ok('ok' in compile(bytes(text)))
  assert.ok('ok' in compile(bytes(`${head}\nDO CALL ERR\nDO RETURN\nERR: DO RETURN`)))
})
