import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseProblem } from '../problem.ts'
import { optionsOfUrl } from './url.ts'

const rows: [url: string, options: object][] = [
  [
    'postgres://me:s%20t@db:5433/x',
    { servers: [{ host: 'db', port: 5433 }], user: 'me', password: 's t', database: 'x', isPrimary: false },
  ],
  ['postgresql://me@db/x', { servers: [{ host: 'db', port: 5432 }], user: 'me', database: 'x' }],
  [
    'postgres://me@a:1,b:2,c/x',
    {
      servers: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
        { host: 'c', port: 5432 },
      ],
      isPrimary: true,
    },
  ],
  ['postgres://me@a,b/x?target_session_attrs=any', { isPrimary: false }],
  ['postgres://me@a/x?target_session_attrs=read-write', { isPrimary: true }],
  ['postgres://me@%2Frun%2Fpg/x', { servers: [{ host: '/run/pg', port: 5432 }] }],
  ['postgres://me@[::1]:5/x', { servers: [{ host: '::1', port: 5 }] }],
  ['postgres://me@a/x?prepare=false', { isUnprepared: true }],
  ['postgres://me@a/x?sslmode=require', { ssl: { rejectUnauthorized: false } }],
  ['postgres://me@a/x?sslmode=verify-full', { ssl: {} }],
  ['postgres://me@a/x?options=-c%20work_mem%3D8MB', { settings: '-c work_mem=8MB' }],
]

for (const [url, options] of rows) {
  test(url, () => assert.partialDeepStrictEqual(optionsOfUrl(url), options))
}

test('guesses no host for TLS, and uses TLS only with a host', () => {
  assert.equal('ssl' in optionsOfUrl('postgres://me@a/x'), false)
})

for (const url of ['me', 'http://a/x', 'postgres://a:b:c/x', 'postgres://me@a/x?target_session_attrs=standby']) {
  test(`refuses ${url}`, () => {
    assert.throws(() => optionsOfUrl(url), DatabaseProblem)
  })
}
