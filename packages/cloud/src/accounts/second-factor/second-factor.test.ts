import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { tokenHash } from '../access/secrets.ts'
import { lastRecord, outcome, withToken } from '../orgs/testing/answers.ts'
import { listSecrets } from '../sealing/list.ts'
import { totpPlace } from '../sealing/totp-place.ts'
import { codeAt, stepAt } from './totp.rules.ts'

const password = 'right password'
const email = 'ann@example.org'

let api: TestApi
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { db, passwords } = api.service
  const hash = await passwords.hash(password)
  await db.sql`update account set email = ${email}, password_hash = ${hash} where id = ${api.accounts.manager}`
}

const login = (secondFactor?: string): Promise<Answer> =>
  api.call(null, 'POST', '/login/', { email, password, ...(secondFactor !== undefined && { secondFactor }) })
const tokenOf = ({ status, body }: Answer): string => {
  assert.equal(status, 200, JSON.stringify(body))
  return (body as { token: string }).token
}
/** The code that the app shows now, or so many steps aside. */
const codeOf = async (aside = 0): Promise<string> => {
  const [row] = await api.service.db.sql<{ sealed: Buffer }[]>`
    select sealed_secret as sealed from totp where account_id = ${api.accounts.manager}`
  const secret = api.service.secrets.open(totpPlace(api.accounts.manager), row?.sealed ?? Buffer.alloc(0))
  return codeAt(secret ?? Buffer.alloc(20), stepAt(api.service.now().getTime()) + aside)
}
/** A code that is not right now. */
const wrongCode = async (): Promise<string> => {
  const right = await Promise.all([-1, 0, 1].map(codeOf))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}
const nextStep = (): void => api.clock.advance(30_000)

/** Switches it on; gives a session and the recovery codes. */
const switchOn = async (): Promise<{ token: string; codes: string[] }> => {
  await api.service.db.sql`delete from totp`
  api.clock.advance(3_600_000)
  const token = tokenOf(await login())
  assert.equal((await withToken(api, token, '/user/second-factor/begin/', { password })).status, 200)
  const answer = await withToken(api, token, '/user/second-factor/confirm/', { code: await codeOf() })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  nextStep()
  return { token, codes: (answer.body as { recoveryCodes: string[] }).recoveryCodes }
}

describe('a second factor', () => {
  shareApi(prepare)

  test('is asked for from the moment that the app has shown its first code', async () => {
    const token = tokenOf(await login())
    const other = tokenOf(await login())
    const begun = await withToken(api, token, '/user/second-factor/begin/', { password })
    const { secret, uri } = begun.body as { secret: string; uri: string }
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.ok(uri.startsWith('otpauth://totp/Busbar%3Aann%40example.org?secret='))
    tokenOf(await login())
    const wrong = await withToken(api, token, '/user/second-factor/confirm/', { code: await wrongCode() })
    assert.deepEqual(outcome(wrong), [401, 'SecondFactorWrong'])
    const on = await withToken(api, token, '/user/second-factor/confirm/', { code: await codeOf() })
    const { recoveryCodes } = on.body as { recoveryCodes: string[] }
    assert.equal(new Set(recoveryCodes).size, 10)
    for (const code of recoveryCodes) assert.match(code, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    assert.equal((await lastRecord(api, api.orgId))?.action, 'user.add-second-factor')
    assert.equal((await withToken(api, other, '/user/')).status, 401, 'other sessions end')
    assert.equal((await withToken(api, token, '/user/')).status, 200)
    assert.deepEqual((await withToken(api, token, '/user/second-factor/')).body, {
      isOn: true,
      since: api.service.now().toISOString(),
      recoveryCodesLeft: 10,
    })
    assert.deepEqual(outcome(await login()), [401, 'SecondFactorNeeded'])
    const again = await withToken(api, token, '/user/second-factor/begin/', { password })
    assert.deepEqual(outcome(again), [400, 'IncorrectRequest'])
    const members = (await api.call('owner', 'GET', `/org/${api.orgId}/users/`)).body as {
      userId: number
      hasSecondFactor: boolean
    }[]
    assert.deepEqual(
      members.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ userId }) => userId),
      [api.accounts.manager],
    )
  })

  test('its code is good once, and so is each recovery code', async () => {
    const { codes } = await switchOn()
    const code = await codeOf()
    tokenOf(await login(`${code.slice(0, 3)} ${code.slice(3)}`))
    assert.deepEqual(outcome(await login(code)), [401, 'SecondFactorWrong'])
    assert.deepEqual(outcome(await login(await codeOf(-1))), [401, 'SecondFactorWrong'], 'nor an earlier one')
    const [first = '', second = ''] = codes
    tokenOf(await login(first.toUpperCase().replaceAll('-', ' ')))
    assert.deepEqual(outcome(await login(first)), [401, 'SecondFactorWrong'])
    tokenOf(await login(second))
    nextStep()
    const twice = await codeOf()
    const both = await Promise.all([login(twice), login(twice)])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401],
    )
  })

  test('after five wrong codes the wait grows; recovery codes and known devices are exempt', async () => {
    const { codes } = await switchOn()
    const wrong = await wrongCode()
    const tries = await Promise.all(Array.from({ length: 12 }, () => login(wrong)))
    assert.equal(tries.filter(({ status }) => status === 401).length, 5)
    assert.equal(tries.filter(({ status }) => status === 403).length, 7)
    assert.deepEqual(outcome(await login(await codeOf())), [403, 'TooManyRequests'])
    nextStep()
    assert.deepEqual(outcome(await login(await wrongCode())), [401, 'SecondFactorWrong'])
    nextStep()
    assert.deepEqual(outcome(await login(await codeOf())), [403, 'TooManyRequests'], 'a minute now')
    const response = await fetch(`${api.url}/api/v1/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, secondFactor: codes[0] }),
    })
    assert.equal(response.status, 200)
    const cookie = (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
    await api.service.db.sql`update totp set wrong_count = 20, wrong_on = ${api.service.now()}`
    assert.deepEqual(outcome(await login(await codeOf())), [403, 'TooManyRequests'])
    const known = await fetch(`${api.url}/api/v1/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email, password, secondFactor: await codeOf() }),
    })
    assert.equal(known.status, 200)
  })

  test('neither a link to a new password nor an invitation gets around it, and none is used up by that', async () => {
    const { codes } = await switchOn()
    const { db, now } = api.service
    const code = '11111111-2222-4333-8444-555555555555'
    const expiresOn = new Date(now().getTime() + 60_000)
    await db.sql`
      insert into password_reset (token_hash, account_id, expires_on)
      values (${tokenHash(code)}, ${api.accounts.manager}, ${expiresOn})`
    const reset = (more: object) =>
      api.call(null, 'POST', '/user/password-reset/', { code, newPassword: password, ...more })
    assert.deepEqual(outcome(await reset({})), [401, 'SecondFactorNeeded'])
    tokenOf(await reset({ secondFactor: codes[0] }))
    await db.sql`
      insert into invitation (org_id, id, email, role, token_hash, expires_on, is_mailed)
      values (${api.otherOrgId}, gen_random_uuid(), ${email}, 'viewer', ${tokenHash(code)}, ${expiresOn}, true)`
    const accept = (more: object) =>
      api.call(null, 'POST', '/invitation/accept/', { code, name: 'Ann', password: 'another password', ...more })
    assert.deepEqual(outcome(await accept({})), [401, 'SecondFactorNeeded'])
    assert.deepEqual(outcome(await accept({ secondFactor: codes[0] })), [401, 'SecondFactorWrong'])
    tokenOf(await accept({ secondFactor: codes[1] }))
    const hash = await api.service.passwords.hash(password)
    await db.sql`update account set password_hash = ${hash} where id = ${api.accounts.manager}`
  })

  test('disabling it and renewing its codes require the password and a code', async () => {
    const { token, codes } = await switchOn()
    const path = '/user/second-factor'
    const bare = { password: 'wrong password', secondFactor: codes[0] }
    assert.deepEqual(outcome(await withToken(api, token, `${path}/remove/`, bare)), [401, 'NotAuthorized'])
    const wrong = { password, secondFactor: await wrongCode() }
    assert.deepEqual(outcome(await withToken(api, token, `${path}/remove/`, wrong)), [401, 'SecondFactorWrong'])
    const renewed = await withToken(api, token, `${path}/recovery-codes/`, { password, secondFactor: codes[0] })
    const { recoveryCodes } = renewed.body as { recoveryCodes: string[] }
    assert.deepEqual(outcome(await login(codes[1])), [401, 'SecondFactorWrong'])
    const off = await withToken(api, token, `${path}/remove/`, { password, secondFactor: recoveryCodes[0] })
    assert.deepEqual(off.body, {})
    tokenOf(await login())
  })

  test('its secret is sealed, and nothing that opens something is stored or written down', async () => {
    const { codes } = await switchOn()
    const rows = JSON.stringify(
      await api.service.db.sql`select t::text, r::text, a::text from totp t, recovery_code r, audit a`,
    )
    for (const code of codes) assert.ok(!rows.includes(code) && !rows.includes(code.replaceAll('-', '')))
    const listed = await listSecrets(api.service.db, api.service.secrets)
    assert.deepEqual(
      listed.map(({ shown, isOpen }) => ({ shown, isOpen })),
      [{ shown: `second factor of ${email}`, isOpen: true }],
    )
  })
})
