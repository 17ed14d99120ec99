import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from './compile.ts'
import type { CompileCode } from './compile-error.ts'

const defs =
  'DEF a U16 = 1\nDEF b BIT\nDEF s STR[8]\nDEF h S32[4]\nDEF t S16 AT 1:H 0\nDEF out BIT AT 2:C 0\nDEF all U16 AT 0:H 7'
const compiled = (version: 1 | 2, lines: string, more = '') =>
  compile(Buffer.from(`TASK ${version} PERIOD 500${more}\n${defs}\n${lines}`))

/** Additions of version 2 with their error in version 1. */
const additions: [text: string, inVersion1: CompileCode][] = [
  ['DEF x U64', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x S64 AT 1:H 20', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x F64[2] AT 1:I 20', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x U32 AT 1:H 20 ORDER CDAB', 'ERROR_EXPECTED_EOL'],
  ['DEF x U16 AT 1:H 20 ORDER BADC LOG', 'ERROR_EXPECTED_EOL'],
  ['DEF x STR[8] AT 1:H 20 ORDER BADC', 'ERROR_EXPECTED_EOL'],
  ['DEF x BIT AT 3:C 0 SAFE 1', 'ERROR_EXPECTED_EOL'],
  ['DEF x S16 AT 3:H 0 SAFE -5 LOG', 'ERROR_EXPECTED_EOL'],
  ['DEF x F32[3] AT 3:H 0 ORDER CDAB SAFE 1.5', 'ERROR_EXPECTED_EOL'],
  ['DEF x U32 KEEP', 'ERROR_EXPECTED_EOL'],
  ['DEF x STR[20] = "new" KEEP REG 2100 LOG', 'ERROR_EXPECTED_EOL'],
  ['DEF x F32 REG 2998', 'ERROR_EXPECTED_EOL'],
  ['DEF x U16 LOG', 'ERROR_LOGGING_UNMAPPED_PARAMETER'],
  ['DEF x U16 PUB', 'ERROR_EXPECTED_EOL'],
  ['DEF x F32[4] AT 1:H 20 LOG PUB', 'ERROR_EXPECTED_EOL'],
  ['IF b DO RETURN ELSE GOTO x\nx: DO RETURN', 'ERROR_EXPECTED_EOL'],
  ['IF b DO PUT a = 2 ELSE PUT h[a] = 3', 'ERROR_LINE_UNRECOGNIZED'],
  ['DO PUT a = 2', 'ERROR_LINE_UNRECOGNIZED'],
  ['PUT b = FALL(b)', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['IF TON(b, 5) AND NOT TOF(a > 1, a * 2) DO RETURN', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['IF OK(t) DO RETURN', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['PUT a = AGE(t)', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['PUT a = VALUE(t, 20) + LAST(t, 60, VALUE(t, 1))', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['PUT a = YEAR() + MONTH() + DAY() + WEEKDAY()', 'ERROR_UNKNOWN_STRING_FUNCTION'],
  ['PUT a = HOUR() + MINUTE() + SECOND() + DAYSEC() + SUNRISE() + SUNSET()', 'ERROR_UNKNOWN_STRING_FUNCTION'],
]

test('refuses additions of version 2 in version 1', () => {
  for (const [text, code] of additions) {
    assert.ok('ok' in compiled(2, text), `${text}: ${JSON.stringify(compiled(2, text))}`)
    assert.partialDeepStrictEqual(compiled(1, text), { problem: { errorCode: code } }, text)
  }
  assert.ok('ok' in compiled(2, '', ' SAFE 60'))
  assert.partialDeepStrictEqual(compiled(1, '', ' SAFE 60'), { problem: { errorCode: 'ERROR_EXPECTED_EOL' } })
})

const newWords = ['ELSE', 'ORDER', 'SAFE', 'KEEP', 'REG', 'PUB', 'U64', 'F64', 'OK', 'TON', 'VALUE', 'HOUR', 'WEEKDAY']

test('a file of version 1 may have items with the words of version 2', () => {
  for (const word of newWords) {
    assert.ok('ok' in compiled(1, `DEF ${word} U16\nPUT ${word} = ${word} + 1`), word)
    assert.partialDeepStrictEqual(
      compiled(2, `DEF ${word} U16`),
      { problem: { errorCode: 'ERROR_NAME_RESERVED' } },
      word,
    )
  }
})

const mistakes: [text: string, code: CompileCode][] = [
  ['DEF x U16 AT 0:H 3 PUB', 'ERROR_UID_BROADCAST'],
  ['DEF x U16 PUB LOG', 'ERROR_EXPECTED_EOL'],
  ['DEF x U128', 'ERROR_VALUE_BITSIZE_UNSUPPORTED'],
  ['DEF x U64 = 9007199254740993', 'ERROR_VALUE_FORMAT'],
  ['DEF x U16 AT 1:H 20 ORDER CDAB', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x STR[8] AT 1:H 20 ORDER DCBA', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x BIT AT 1:C 20 ORDER BADC', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U32 AT 1:H 20 ORDER BACD', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U64 AT 1:H 65533', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U16 AT 1:I 20 SAFE 0', 'ERROR_ITEM_REF'],
  ['DEF x U16 AT 0:H 20 SAFE 0', 'ERROR_UID_BROADCAST'],
  ['DEF x STR[4] AT 1:H 20 SAFE "a"', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x BIT AT 3:C 0 SAFE 2', 'ERROR_VALUE_FORMAT'],
  ['DEF x BIT AT 3:C 0 SAFE', 'ERROR_VALUE_FORMAT'],
  ['DEF x U16 SAFE 0', 'ERROR_EXPECTED_EOL'],
  ['DEF x U16 AT 3:H 0 KEEP', 'ERROR_EXPECTED_EOL'],
  ['DEF x U16 REG 1999', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U32 REG 2999', 'ERROR_ILLEGAL_ARGUMENT'],
  ['DEF x U32 REG 2000\nDEF y U16 REG 2001', 'ERROR_MAPPED_PARAMETER_INTERSECT_PARTIALLY'],
  ['DEF x U32 REG 2000\nDEF y F32 REG 2000', 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER'],
  ['DEF x BIT AT 2:C 0 SAFE 0\nPUT out = 1', 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER'],
  ['IF b DO PUT a = 1 ELSE', 'ERROR_LINE_UNRECOGNIZED'],
  ['DO PUT a = 1 ELSE PUT a = 2', 'ERROR_EXPECTED_EOL'],
  ['IF b DO CALL away ELSE RETURN', 'ERROR_UNSATISFIED_FORWARD_DECLARATION'],
  ['IF h[a] > 1 DO PUT a = 1', 'ERROR_ARRAY_INDIRECT_INDEX_NOT_ALLOWED_HERE'],
  ['PUT a = VALUE(a, 1)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = VALUE(1, 1)', 'ERROR_ITEM_REF'],
  ['PUT a = VALUE(s, 1)', 'ERROR_UNEXPECTED_VARIABLE_REF'],
  ['PUT a = LAST(t, 60)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = AGE(all)', 'ERROR_UID_BROADCAST'],
  ['PUT b = OK(a)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['IF TON(b) DO RETURN', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = TON(b, 1)', 'ERROR_ILLEGAL_ARGUMENT'],
  ['PUT a = HOUR(1)', 'ERROR_EXPECTED_CLOSING_BRACKET'],
]

test('each mistake in what version 2 adds has its code', () => {
  for (const [text, code] of mistakes) {
    assert.partialDeepStrictEqual(compiled(2, text), { problem: { errorCode: code } }, text)
  }
  for (const more of [' SAFE', ' SAFE 0', ' SAFE 86401']) {
    assert.partialDeepStrictEqual(compiled(2, '', more), { problem: { errorCode: 'ERROR_ILLEGAL_ARGUMENT' } }, more)
  }
})
