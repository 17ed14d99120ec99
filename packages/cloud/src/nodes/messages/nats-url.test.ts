import assert from 'node:assert/strict'
import { test } from 'node:test'
import { natsProblem, parseNats } from './nats-url.rules.ts'

const enough = { hasDatabase: true, hasCertificate: false }
const local = { servers: ['127.0.0.1:4222'], isTls: false, isLoopback: true }

for (const [text, gives] of [
  ['nats://127.0.0.1', local],
  ['127.0.0.1:4222', local],
  ['nats://s%40ecret@[::1]:4333', { ...local, servers: ['[::1]:4333'], token: 's@ecret' }],
  [
    'tls://a:b@n1.example.org,n2.example.org:5222',
    {
      servers: ['n1.example.org:4222', 'n2.example.org:5222'],
      isTls: true,
      isLoopback: false,
      user: 'a',
      password: 'b',
    },
  ],
] as const) {
  test(`${text} is read`, () => assert.deepEqual(parseNats(text), { ok: gives }))
}

for (const text of [
  '',
  'http://n1',
  'nats://',
  'nats://n1/path',
  'nats://n1?x=1',
  'nats://n1,,n2',
  'nats://a:50%@n1',
]) {
  test(`«${text}» is none`, () => assert.ok('err' in parseNats(text)))
}

for (const [text, facts, problem] of [
  ['nats://127.0.0.1', enough, null],
  ['nats://localhost', { ...enough, hasDatabase: false }, /share one database: give it with --db/],
  ['nats://n1.example.org', enough, /needs a token/],
  ['nats://127.0.0.1,n1.example.org', enough, /needs a token/],
  ['nats://word@n1.example.org', enough, null],
  ['nats://a:b@n1.example.org', enough, null],
  ['tls://n1.example.org', { ...enough, hasCertificate: true }, null],
] as const) {
  test(`${text} with ${JSON.stringify(facts)}: ${problem === null ? 'yes' : 'no'}`, () => {
    const read = parseNats(text)
    assert.ok('ok' in read)
    const found = natsProblem(read.ok, facts)
    if (problem === null) assert.equal(found, null)
    else assert.match(found ?? '', problem)
  })
}
