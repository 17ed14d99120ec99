import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cheap } from '../access/testing/passwords.ts'
import { Passwords, PasswordsBusy } from './passwords.ts'

test('a password matches its own hash only, and no two hashes are alike', async () => {
  const passwords = new Passwords()
  const [one, two] = await Promise.all([passwords.hash('open sesame'), passwords.hash('open sesame')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, two)
  assert.equal(await passwords.matches('open sesame', one), true)
  assert.equal(await passwords.matches('open sesam', one), false)
  assert.equal(await passwords.matches('', one), false)
})

test('an account without a password matches none', async () => {
  const passwords = new Passwords()
  assert.equal(await passwords.matches('anything', null), false)
})

test('two at once, 32 wait, the rest is refused', async () => {
  const passwords = new Passwords({ cost: cheap })
  const hash = await passwords.hash('x')
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.matches('x', hash)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 6)
  assert.ok(refused.every(({ reason }) => reason instanceof PasswordsBusy))
  assert.equal(await passwords.matches('x', hash), true)
})

test('never checks more at once than its limit, also when a caller arrives as a slot passes to the next in line', async () => {
  let active = 0
  let activeMax = 0
  const passwords = new Passwords({
    atOnce: 1,
    cost: cheap,
    hash: async () => {
      active += 1
      activeMax = Math.max(activeMax, active)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      active -= 1
      return Buffer.alloc(32)
    },
  })
  const calls = [passwords.hash('x'), passwords.hash('x')]
  for (let count = 0; count < 30; count += 1) {
    await Promise.resolve()
    calls.push(passwords.hash('x'))
  }
  await Promise.all(calls)
  assert.equal(activeMax, 1)
})

test('a prioritized check finds room in a full queue and runs next', async () => {
  const passwords = new Passwords({ atOnce: 1, cost: cheap })
  const hash = await passwords.hash('x')
  const order: string[] = []
  const others = Array.from({ length: 33 }, () => passwords.matches('y', hash).then(() => order.push('other')))
  await Promise.all([...others, passwords.matches('x', hash, true).then(() => order.push('first'))])
  assert.equal(order.indexOf('first'), 1, order.join())
})

test('a hash that is cut short matches nothing', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('x')
  for (const broken of [hash.slice(0, -2), `${hash}AAAA`, 'x', '']) {
    assert.equal(await passwords.matches('x', broken), false, broken)
  }
})

test('a hash of another cost is checked at its own', async () => {
  const hash = await new Passwords({ cost: cheap }).hash('open sesame')
  assert.match(hash, /\$m=8,t=1,p=1\$/)
  assert.equal(await new Passwords().matches('open sesame', hash), true)
  assert.equal(await new Passwords().matches('open sesam', hash), false)
})
