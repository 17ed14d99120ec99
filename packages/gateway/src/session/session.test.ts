import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { levelOfInterface } from './client-interface.rules.ts'
import { FreeAccess } from './free-access.ts'
import { Login, sourceOf } from './login.ts'
import { Sessions } from './sessions.ts'

const home = '192.0.2.1'
const elsewhere = '192.0.2.2'

/** Written out, so that the rule does not check itself. */
const proof = (username: string, password: string, salt: string): string =>
  createHash('sha1').update(username).update(password).update(salt).digest('hex')

const start = (passwords: { admin?: string; user?: string } = { admin: 'secret' }) => {
  const clock = new VirtualClock()
  const sessions = new Sessions({ clock, newBytes: randomBytes })
  const warnings: string[] = []
  const warn = (details: object, message: string): unknown => warnings.push(`${message} ${JSON.stringify(details)}`)
  const login = new Login({
    clock,
    newBytes: randomBytes,
    sessions,
    passwordOf: (name) => passwords[name],
    log: { warn },
  })
  const enter = (username: string, password: string, from = home) =>
    login.login(from, username, proof(username, password, login.salt(from)))
  const token = (): string => {
    const outcome = enter('admin', 'secret')
    assert.ok('ok' in outcome)
    return outcome.ok.token
  }
  return { clock, sessions, login, enter, token, warnings }
}

describe('login', () => {
  test('the proof of the contract opens a session of the level of its user', () => {
    const { sessions, enter } = start({ admin: 'secret', user: 'viewer' })
    for (const [username, password, level] of [
      ['admin', 'secret', 2],
      ['user', 'viewer', 1],
    ] as const) {
      const outcome = enter(username, password)
      assert.ok('ok' in outcome)
      assert.match(outcome.ok.token, /^[0-9a-f]{32}$/)
      assert.equal(outcome.ok.ttlSec, 600)
      assert.equal(sessions.use(outcome.ok.token)?.level, level)
      assert.equal(sessions.use(outcome.ok.token)?.requester.isLoggedIn, true, 'the gate is not closed to it')
    }
  })

  for (const [says, username, password] of [
    ['a wrong password', 'admin', 'Secret'],
    ['an unknown user', 'root', 'secret'],
    ['a user without a password', 'user', ''],
    ['a name of a prototype', '__proto__', 'secret'],
    ['no password', 'admin', ''],
  ] as const) {
    test(`${says} is wrong`, () => assert.deepEqual(start().enter(username, password), { err: 'wrong' }))
  }

  test('an empty password is none', () => {
    assert.deepEqual(start({ admin: '' }).enter('admin', ''), { err: 'wrong' })
  })

  test('the proof is the hash in lower case, and nothing else', () => {
    const { login } = start()
    const right = proof('admin', 'secret', login.salt(home))
    for (const wrong of [right.toUpperCase(), `${right} `, right.slice(1), '', 'secret', 'é'.repeat(20)]) {
      assert.deepEqual(login.login(elsewhere + wrong, 'admin', wrong), { err: 'wrong' })
    }
    assert.ok('ok' in login.login(home, 'admin', right))
  })

  test('wrong ones are counted and told, and a flood of them in a number', () => {
    const { clock, login, enter, warnings } = start()
    enter('admin', 'secret')
    assert.deepEqual([login.wrongCount, warnings], [0, []])
    for (const name of ['admin', 'x\n{"level":"fatal"}']) enter(name, 'wrong')
    for (let at = 0; at < 98; at += 1) enter('admin', 'wrong')
    assert.equal(login.wrongCount, 100)
    assert.deepEqual(warnings.slice(0, 2), [
      `a wrong login {"from":"${home}","user":"admin","count":1}`,
      `a wrong login {"from":"${home}","user":"nobody we know","count":2}`,
    ])
    assert.match(warnings[5] ?? '', /refused unseen/)
    assert.equal(warnings.length, 10)
    clock.advance(60_000)
    assert.equal(warnings[10], 'further wrong logins in this minute {"more":90,"count":100}')
    clock.advance(60_000)
    enter('admin', 'wrong')
    assert.equal(warnings.length, 12)
  })

  test('a salt serves once', () => {
    const { login } = start()
    const once = proof('admin', 'secret', login.salt(home))
    assert.ok('ok' in login.login(home, 'admin', once))
    assert.deepEqual(login.login(home, 'admin', once), { err: 'wrong' })
  })

  test('a salt serves for 60 s', () => {
    const { clock, login } = start()
    const [first, second] = [login.salt(home), login.salt(home)]
    clock.advance(59_999)
    assert.ok('ok' in login.login(home, 'admin', proof('admin', 'secret', first)))
    clock.advance(1)
    assert.deepEqual(login.login(home, 'admin', proof('admin', 'secret', second)), { err: 'wrong' })
  })

  test('keeps at most 64 salts open, and a client that requests many loses its own', () => {
    const { login } = start()
    const mine = login.salt(home)
    for (let at = 0; at < 200; at += 1) login.salt(elsewhere)
    assert.ok('ok' in login.login(home, 'admin', proof('admin', 'secret', mine)), 'kept')
    const old = login.salt(home)
    for (let at = 0; at < 64; at += 1) login.salt(`198.51.100.${at}`)
    assert.deepEqual(login.login(home, 'admin', proof('admin', 'secret', old)), { err: 'wrong' }, 'the oldest of 65')
  })
})

describe('wrong logins', () => {
  test('are forgotten with a right one', () => {
    const { enter } = start()
    for (let round = 0; round < 2; round += 1) {
      for (let time = 0; time < 4; time += 1) assert.deepEqual(enter('admin', 'wrong'), { err: 'wrong' })
      assert.ok('ok' in enter('admin', 'secret'))
    }
  })

  test('cost longer and longer waits, at one address only', () => {
    const { clock, enter } = start()
    for (let at = 0; at < 5; at += 1) assert.deepEqual(enter('admin', 'guess'), { err: 'wrong' })
    for (const waitMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      assert.deepEqual(enter('admin', 'secret'), { err: 'wait', waitMs }, 'even the right one waits')
      assert.ok('ok' in enter('admin', 'secret', elsewhere), 'others do not')
      clock.advance(waitMs)
      assert.deepEqual(enter('admin', 'guess'), { err: 'wrong' })
    }
    clock.advance(60_000)
    assert.ok('ok' in enter('admin', 'secret'))
    assert.deepEqual(enter('admin', 'guess'), { err: 'wrong' }, 'whoever was right begins anew')
  })

  test('are forgotten after a quarter of an hour', () => {
    const { clock, enter } = start()
    for (let at = 0; at < 5; at += 1) enter('admin', 'guess')
    clock.advance(15 * 60_000)
    for (let at = 0; at < 5; at += 1) assert.deepEqual(enter('admin', 'guess'), { err: 'wrong' })
  })

  test('counts failures of many addresses in a table of limited size', () => {
    const { enter } = start()
    for (let at = 0; at < 5; at += 1) enter('admin', 'guess')
    for (let at = 0; at < 256; at += 1) enter('admin', 'guess', `10.0.0.${at}`)
    assert.deepEqual(enter('admin', 'guess'), { err: 'wrong' }, 'the oldest has made room')
  })

  for (const [address, source] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ] as const) {
    test(`${address} is counted as ${source}`, () => assert.equal(sourceOf(address), source))
  }
})

describe('sessions', () => {
  test('live ten minutes after their last use', () => {
    const { clock, sessions, token } = start()
    const mine = token()
    for (let at = 0; at < 3; at += 1) {
      clock.advance(599_999)
      assert.ok(sessions.use(mine))
    }
    clock.advance(600_000)
    assert.equal(sessions.use(mine), undefined)
  })

  test('ended sessions drop their pending requests', () => {
    const { sessions, token } = start()
    const mine = token()
    const other = token()
    const signal = sessions.use(mine)?.requester.signal
    sessions.end(mine)
    assert.equal(sessions.use(mine), undefined)
    assert.equal(signal?.aborted, true)
    assert.ok(sessions.use(other))
  })

  test('are 16 at most: the one idle longest goes', () => {
    const { sessions, token } = start()
    const all = Array.from({ length: 16 }, token)
    assert.ok(sessions.use(all[0] ?? ''))
    token()
    assert.deepEqual(
      all.map((one) => sessions.use(one) !== undefined),
      all.map((_, at) => at !== 1),
    )
  })

  test('an expired session makes room', () => {
    const { clock, sessions, token } = start()
    token()
    clock.advance(300_000)
    const all = Array.from({ length: 15 }, token)
    clock.advance(300_000)
    token()
    assert.ok(all.every((one) => sessions.use(one)))
  })

  test('sessions of a user end together and have separate names', () => {
    const { sessions, enter, token } = start({ admin: 'secret', user: 'viewer' })
    const viewer = enter('user', 'viewer')
    assert.ok('ok' in viewer)
    const [first, second] = [token(), token()]
    assert.notEqual(sessions.use(first)?.requester.name, sessions.use(second)?.requester.name)
    sessions.endAll('admin')
    assert.equal(sessions.use(first), undefined)
    assert.ok(sessions.use(viewer.ok.token))
    sessions.endAll()
    assert.equal(sessions.use(viewer.ok.token), undefined)
  })
})

describe('without a login', () => {
  test('the button opens level 1 for as long as the settings say', () => {
    const clock = new VirtualClock()
    const free = new FreeAccess({ clock, freeAccessSec: () => 30 })
    assert.equal(free.isOpen, false)
    free.press()
    clock.advance(29_999)
    assert.equal(free.isOpen, true)
    clock.advance(1)
    assert.equal(free.isOpen, false)
  })

  const off = { wgCloudAdminAuthEnable: false, wgManualAdminAuthEnable: false }
  for (const [arrival, isFree, rights, level] of [
    ['eth', false, off, 0],
    ['eth', true, off, 1],
    ['eth', true, { wgCloudAdminAuthEnable: true, wgManualAdminAuthEnable: true }, 1],
    ['wgCloud', false, off, 0],
    ['wgCloud', false, { ...off, wgCloudAdminAuthEnable: true }, 2],
    ['wgCloud', true, { ...off, wgManualAdminAuthEnable: true }, 1],
    ['wgManual', false, { ...off, wgManualAdminAuthEnable: true }, 2],
    ['wgManual', false, { ...off, wgCloudAdminAuthEnable: true }, 0],
  ] as const) {
    test(`${arrival}, button ${isFree}, ${JSON.stringify(rights)}: ${level}`, () =>
      assert.equal(levelOfInterface(arrival, isFree, rights), level))
  }
})
