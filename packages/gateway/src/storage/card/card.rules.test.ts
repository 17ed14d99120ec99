import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CardError, type FrCode, frCodes } from './card-error.ts'
import { cardErrorOf, codesWithoutCause } from './errno.rules.ts'
import { isDosName, isFatName, namesOf } from './names.rules.ts'

const dosNames: [name: string, isDos: boolean][] = [
  ['CONFIG.TXT', true],
  ['config.txt', true],
  ['A', true],
  ['12345678.123', true],
  ["~!#$%&'(", true],
  ['123456789.TXT', false],
  ['NAME.LONG', false],
  ['A.B.C', false],
  ['.TXT', false],
  ['NAME.', false],
  ['A B.TXT', false],
  ['Ä.TXT', false],
  ['../A', false],
  ['A+B.TXT', false],
  ['', false],
  ['nul', false],
  ['COM1.TXT', false],
  ['COM1A.TXT', true],
]

test('8.3 names', () => {
  for (const [name, isDos] of dosNames) assert.equal(isDosName(name), isDos, name)
})

const fatNames: [name: string, isFat: boolean][] = [
  ['Übersicht 2026.csv', true],
  ['.hidden', true],
  ['%2e%2e', true],
  ['...a', true],
  ['..', false],
  ['.', false],
  ['a.', false],
  ['a ', false],
  ['a\\b', false],
  ['a:b', false],
  ['a\0', false],
  ['a\n', false],
  ['\u{d800}', false],
  ['a'.repeat(255), true],
  ['a'.repeat(256), false],
]

test('long names: what FAT can hold', () => {
  for (const [name, isFat] of fatNames) assert.equal(isFatName(name), isFat, JSON.stringify(name))
})

const paths: [path: string, names: string[] | FrCode][] = [
  ['/', []],
  ['/A/b.txt', ['A', 'b.txt']],
  ['/A/', ['A']],
  ['', 'ERROR_FR_INVALID_NAME'],
  ['A', 'ERROR_FR_INVALID_NAME'],
  ['//', 'ERROR_FR_INVALID_NAME'],
  ['/A//b', 'ERROR_FR_INVALID_NAME'],
  ['/A/../b', 'ERROR_FR_INVALID_NAME'],
  ['/./b', 'ERROR_FR_INVALID_NAME'],
  ['/a\\..\\b', 'ERROR_FR_INVALID_NAME'],
  [`/${'a/'.repeat(33)}`, 'ERROR_FR_INVALID_NAME'],
  [`/${'a'.repeat(1024)}`, 'ERROR_FR_INVALID_NAME'],
  ['/.busbar/1.part', 'ERROR_FR_DENIED'],
  ['/.BusBar', 'ERROR_FR_DENIED'],
]

test('paths', () => {
  for (const [path, names] of paths) {
    if (typeof names === 'string') assert.throws(() => namesOf(path), { code: names }, path)
    else assert.deepEqual(namesOf(path), names, path)
  }
})

const errnos: [errno: string | undefined, code: FrCode][] = [
  ['EIO', 'ERROR_FR_DISK_ERR'],
  ['ENODEV', 'ERROR_FR_NOT_READY'],
  ['ENOENT', 'ERROR_FR_NO_FILE'],
  ['ENOTDIR', 'ERROR_FR_NO_PATH'],
  ['ENAMETOOLONG', 'ERROR_FR_INVALID_NAME'],
  ['ENOSPC', 'ERROR_FR_DENIED'],
  ['EEXIST', 'ERROR_FR_EXIST'],
  ['ESTALE', 'ERROR_FR_INVALID_OBJECT'],
  ['EROFS', 'ERROR_FR_WRITE_PROTECTED'],
  ['EXDEV', 'ERROR_FR_INVALID_DRIVE'],
  ['ETIMEDOUT', 'ERROR_FR_TIMEOUT'],
  ['EBUSY', 'ERROR_FR_LOCKED'],
  ['ENOMEM', 'ERROR_FR_NOT_ENOUGH_CORE'],
  ['EMFILE', 'ERROR_FR_TOO_MANY_OPEN_FILES'],
  ['EINVAL', 'ERROR_FR_INVALID_PARAMETER'],
  ['ENOTTY', 'ERROR_FR_INT_ERR'],
  [undefined, 'ERROR_FR_INT_ERR'],
]

test('errno by errno; with an ejected card and what cannot happen, that is every code', () => {
  for (const [errno, code] of errnos) {
    const thrown = Object.assign(new Error('system'), errno === undefined ? {} : { code: errno })
    assert.equal(cardErrorOf(thrown, '/a').code, code, String(errno))
  }
  const own = new CardError('ERROR_FR_NOT_ENABLED', 'ejected')
  assert.equal(cardErrorOf(own, '/a'), own)
  const all = [...errnos.map(([, code]) => code), own.code, ...codesWithoutCause]
  assert.deepEqual([...new Set(all)].toSorted(), frCodes.toSorted())
})
