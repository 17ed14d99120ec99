import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Role } from '../../accounts/access/roles.ts'
import { tokenHash } from '../../accounts/access/secrets.ts'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { linkQuota } from '../../server/gates/quota.ts'
import type { TestApi } from '../../testing/api.ts'
import { ownTemplate } from '../../testing/belongings.ts'
import { shareApi } from '../../testing/shared-api.ts'

interface CreatedLink {
  id: number
  token: string
  url: string
}

interface ListedLink {
  id: number
  name: string
  object: { dashboardId: number; isDefault: boolean }
  createdBy: string
  isMakerGone: boolean
  openings: number
  places: number
  lastUsedOn?: string
}

const start = Date.UTC(2026, 10, 14)
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('share links', () => {
  let api: TestApi
  let device: Awaited<ReturnType<typeof makeDevice>>
  let shown = 0
  let hidden = 0
  let boardId = 0
  const aborts: AbortController[] = []
  shareApi(
    async (started) => {
      api = started
      const params = [{ valueType: 'f64' as const }, { valueType: 'f64' as const }]
      device = await makeDevice(api, api.orgId, 'a', params)
      ;[shown = 0, hidden = 0] = device.params.map(({ id }) => id)
      boardId = await makeBoard([shown])
    },
    { trusted: ['127.0.0.1'] },
  )
  after(() => aborts.forEach((abort) => abort.abort()))

  const makeBoard = async (paramIds: number[]): Promise<number> => {
    const made = await api.call('manager', 'POST', `/org/${api.orgId}/dashboards/create/`, { name: 'Hall' })
    const { id } = made.body as { id: number }
    await api.call('manager', 'POST', `/dashboard/${id}/add-widgets/`, { paramIds })
    return id
  }
  const create = (over: object = {}, as: 'manager' | 'owner' | 'viewer' | 'stranger' = 'manager', orgId = api.orgId) =>
    api.call(as, 'POST', `/org/${orgId}/share-links/create/`, {
      object: { kind: 'dashboard', dashboardId: boardId },
      name: 'Reception',
      isKiosk: false,
      expiresOn: new Date(api.service.now().getTime() + 30 * dayMs).toISOString(),
      ...over,
    })
  const make = async (over: object = {}): Promise<CreatedLink> => {
    const { status, body } = await create(over)
    assert.equal(status, 200, JSON.stringify(body))
    return body as CreatedLink
  }
  const list = async (): Promise<ListedLink[]> =>
    (await api.call('owner', 'GET', `/org/${api.orgId}/share-links/`)).body as ListedLink[]
  const revoke = (id: number, as: 'manager' | 'owner' | 'stranger' = 'owner', orgId = api.orgId) =>
    api.call(as, 'POST', `/org/${orgId}/share-links/${id}/revoke/`)
  const send = (token: string, path: string, { method = 'GET', from = '192.0.2.1', body = {} } = {}) =>
    fetch(`${api.url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `share ${token}`, 'x-forwarded-for': from },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
  const statusOf = async (token: string, path: string): Promise<number> => (await send(token, path)).status
  /** Answers that are held back for a while. The database answers between two steps, so that it never looks hung. */
  const allLate = async (sent: Promise<Response>[]) => {
    const waiting = new Set(sent)
    for (const one of sent) void one.then(() => waiting.delete(one))
    while (waiting.size > 0) {
      api.clock.advance(20)
      await api.service.answering.ask()
    }
    const answers = await Promise.all(sent)
    return Promise.all(answers.map(async (one) => ({ status: one.status, body: await one.json() })))
  }
  const late = async (sent: Promise<Response>) => {
    const [answer] = await allLate([sent])
    assert.ok(answer)
    return answer
  }

  test('a link is created, used and listed; only its hash is stored', async () => {
    const { id, token, url } = await make()
    assert.equal(url, `https://busbar.example/shared#${token}`)
    const opened = await send(token, '/shared/open/', { method: 'POST' })
    assert.deepEqual(await opened.json(), {
      object: { kind: 'dashboard', dashboardId: boardId, isDefault: false },
      name: 'Hall',
      orgId: api.orgId,
      orgName: 'Test',
      isKiosk: false,
      expiresOn: new Date(start + 30 * dayMs).toISOString(),
    })
    for (const from of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) {
      await send(token, '/shared/open/', { method: 'POST', from })
    }
    const { lastUsedOn, ...link } = (await list()).find((one) => one.id === id) as ListedLink
    assert.ok(lastUsedOn !== undefined)
    assert.deepEqual(link, {
      id,
      name: 'Reception',
      object: { kind: 'dashboard', dashboardId: boardId, isDefault: false, name: 'Hall' },
      isKiosk: false,
      createdOn: new Date(start).toISOString(),
      createdBy: 'manager',
      isMakerGone: false,
      expiresOn: new Date(start + 30 * dayMs).toISOString(),
      openings: 5,
      places: 3,
    })
    const { sql } = api.service.db
    const rows = await sql<{ text: string; hash: Buffer }[]>`
      select share_link::text as text, token_hash as hash from share_link where id = ${id}`
    assert.deepEqual(rows[0]?.hash, tokenHash(token))
    const records = await sql<{ text: string; action: string }[]>`
      select audit::text as text, action from audit where object_kind = 'share-link' and object_id = ${String(id)}`
    assert.equal((await revoke(id)).status, 200)
    assert.ok([...rows, ...records].every(({ text }) => !text.includes(token)))
    const actions = await sql<{ action: string }[]>`
      select action from audit where object_kind = 'share-link' and object_id = ${String(id)} order by id`
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['share-link.create', 'share-link.revoke'],
    )
  })

  for (const [livesMs, isKiosk, status] of [
    [hourMs - 1, false, 400],
    [hourMs + 1000, false, 200],
    [366 * dayMs, false, 200],
    [366 * dayMs + 1000, false, 400],
    [731 * dayMs, true, 200],
    [731 * dayMs + 1000, true, 400],
  ] as const) {
    test(`${isKiosk ? 'for a kiosk' : 'one'} of ${livesMs / hourMs} hours is answered with ${status}`, async () => {
      const expiresOn = new Date(api.service.now().getTime() + livesMs).toISOString()
      const answer = await create({ expiresOn, isKiosk })
      assert.equal(answer.status, status, JSON.stringify(answer.body))
    })
  }

  test('unknown, malformed, expired and revoked are one answer', async () => {
    const revoked = await make()
    assert.equal(await statusOf(revoked.token, '/shared/'), 200)
    assert.equal((await revoke(revoked.id)).status, 200)
    const expired = await make()
    const { sql } = api.service.db
    await sql`update share_link set expires_on = ${new Date(start - 1)} where id = ${expired.id}`
    const answers = []
    for (const token of [randomUUID(), 'x', revoked.token, expired.token]) {
      answers.push(await late(send(token, '/shared/', { from: '192.0.2.7' })))
    }
    for (const { status, body } of answers) assert.deepEqual([status, body], [401, answers[0]?.body])
  })

  test('guessing is slowed down, without blocking a valid link from the same address', async () => {
    const { token } = await make()
    const from = '192.0.2.9'
    assert.equal((await send(token, '/shared/', { from })).status, 200)
    const answers = await allLate(Array.from({ length: 40 }, () => send(randomUUID(), '/shared/', { from })))
    const tries = answers.map(({ status }) => status)
    assert.ok(tries.filter((status) => status === 401).length <= 32, tries.join())
    assert.ok(tries.includes(403))
    assert.equal((await send(token, '/shared/', { from })).status, 200)
    api.clock.advance(60_000)
  })

  test('a link that expires during use gives no more access', async () => {
    const { token } = await make({ expiresOn: new Date(api.service.now().getTime() + 2 * hourMs).toISOString() })
    assert.equal(await statusOf(token, '/shared/'), 200)
    api.clock.advance(2 * hourMs)
    assert.equal((await late(send(token, '/shared/'))).status, 401)
    // Sessions have run out as well.
    for (const who of ['owner', 'manager', 'viewer', 'stranger'] as const) {
      const { token: session } = await api.service.sessions.open(api.accounts[who], null)
      Object.assign(api.tokens, { [who]: session })
    }
  })

  test('is kept for thirty days after it ended, and then removed', async () => {
    const { sql } = api.service.db
    const at = (ms: number): Date => new Date(api.service.now().getTime() - ms)
    const [young, old, valid] = [await make(), await make(), await make()]
    await sql`update share_link set expires_on = ${at(29 * dayMs)} where id = ${young.id}`
    await sql`update share_link set expires_on = ${at(31 * dayMs)} where id = ${old.id}`
    await api.service.shareLinks.sweep()
    const left = await sql<
      { id: number }[]
    >`select id from share_link where id = any(${[young.id, old.id, valid.id]}::int[])`
    assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([young.id, valid.id]))
  })

  test('the limit of one address or link does not affect another', async () => {
    const [{ token }, second] = [await make(), await make()]
    const many = Math.ceil(linkQuota.place / 10)
    const opened = (from: string, by = token) => send(by, '/shared/open/', { method: 'POST', from })
    for (let i = 0; i < many; i += 1) assert.equal((await opened('192.0.2.20')).status, 200)
    const refused = await opened('192.0.2.20')
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [403, '1'])
    assert.equal((await opened('192.0.2.21')).status, 200)
    assert.equal((await opened('192.0.2.20', second.token)).status, 200)
  })

  test('a parameter removed from the dashboard is no longer accessible', async () => {
    const board = await makeBoard([shown, hidden])
    const { token } = await make({ object: { kind: 'dashboard', dashboardId: board } })
    const of = (id: number) => statusOf(token, `/readings/get/?paramId=${id}`)
    assert.deepEqual([await of(shown), await of(hidden)], [200, 200])
    await api.call('manager', 'POST', `/dashboard/${board}/change/`, { removeParamIds: [hidden] })
    assert.deepEqual([await of(shown), await of(hidden)], [200, 404])
    await api.call('manager', 'POST', `/dashboard/${board}/delete/`)
    assert.equal((await late(send(token, '/shared/'))).status, 401)
  })

  test('an owner revokes links of a former manager; other users cannot', async () => {
    const { id, token } = await make()
    const setRole = (role: Role) =>
      api.service.db.tx((tx) => tx`update membership set role = ${role} where account_id = ${api.accounts.manager}`)
    await setRole('viewer')
    assert.equal((await list()).find((one) => one.id === id)?.isMakerGone, true)
    assert.equal(await statusOf(token, '/shared/'), 200)
    assert.equal((await revoke(id, 'manager')).status, 401)
    await setRole('manager')
    assert.equal((await revoke(id, 'stranger')).status, 404)
    assert.equal((await revoke(id, 'stranger', api.otherOrgId)).status, 404)
    assert.equal((await revoke(id, 'owner')).status, 200)
    assert.equal((await revoke(id, 'owner')).status, 404)
  })

  test('the default dashboard can be shared before it is created, that of another organization cannot', async () => {
    const { token } = await make({ object: { kind: 'dashboard' } })
    const opened = (await (await send(token, '/shared/')).json()) as { object: { isDefault: boolean } }
    assert.equal(opened.object.isDefault, true)
    const theirs = await create({ object: { kind: 'dashboard', dashboardId: boardId } }, 'stranger', api.otherOrgId)
    assert.equal(theirs.status, 404)
    assert.equal((await create({}, 'viewer')).status, 401)
  })

  test('links are limited per dashboard and organization; expired ones are replaced', async () => {
    const { sql } = api.service.db
    const [board, full] = [await makeBoard([]), await makeBoard([])]
    const fill = (dashboardId: number, count: number) => sql`
      insert into share_link (org_id, token_hash, kind, dashboard_id, name, is_kiosk, created_on, created_by_name, expires_on)
      select ${api.orgId}, sha256(gen_random_uuid()::text::bytea), 'dashboard', ${dashboardId}, 'x', false, now(), 'x', ${new Date(start + 400 * dayMs)}
      from generate_series(1, ${count}::int)`
    const on = async (dashboardId: number) => (await create({ object: { kind: 'dashboard', dashboardId } })).status
    await fill(full, 50)
    assert.deepEqual([await on(full), await on(board)], [400, 200])
    await sql`update share_link set expires_on = ${new Date(start)} where id = (select max(id) from share_link where dashboard_id = ${full})`
    assert.deepEqual([await on(full), await on(full)], [200, 400])
    const { length } = await list()
    for (let left = 500 - length; left > 0; left -= 50) await fill(await makeBoard([]), Math.min(50, left))
    assert.equal(await on(board), 400)
    await sql`delete from share_link where name = 'x'`
  })

  /** Collects the events of a stream. */
  const listen = async (token: string, headers: Record<string, string> = {}) => {
    const abort = new AbortController()
    aborts.push(abort)
    const response = await fetch(`${api.url}/api/v1/org/${api.orgId}/live/`, {
      signal: abort.signal,
      headers: { 'content-type': 'application/json', authorization: `share ${token}`, ...headers },
    })
    assert.equal(response.status, 200)
    const received = { text: '', isOver: false }
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder()
      for await (const bytes of response.body ?? []) received.text += decoder.decode(bytes, { stream: true })
    }
    void read()
      .catch(() => {})
      .then(() => (received.isOver = true))
    return received
  }
  /** Nodes are notified through the database, which takes a few turns. */
  const until = async (isSo: () => boolean, act: () => void = () => {}): Promise<void> => {
    while (!isSo()) {
      act()
      await api.service.db.sql`select 1`
      await setImmediate()
    }
  }

  test('a stream has what the board shows, as it changes, and ends with the link', async () => {
    const board = await makeBoard([shown])
    const { id, token } = await make({ object: { kind: 'dashboard', dashboardId: board } })
    const elsewhere = await makeDevice(api, api.orgId, 'elsewhere', [{ valueType: 'f64' }])
    const received = await listen(token)
    const publish = (first: number, second: number) => {
      const poll = pollOf(device, device.params, start, { [shown]: first, [hidden]: second })
      const far = pollOf(elsewhere, elsewhere.params, start, { [elsewhere.params[0]?.id ?? 0]: 99 })
      api.service.live.publishReadings([far, poll])
    }
    api.service.live.publishConnection({
      orgId: api.orgId,
      netId: device.netId,
      isConnected: true,
      on: start,
      error: null,
    })
    publish(11, 22)
    await until(() => received.text.includes(`"${shown}":"11"`))
    assert.ok(!/"22"|"99"|connection/.test(received.text), received.text)
    await api.call('manager', 'POST', `/dashboard/${board}/change/`, { removeParamIds: [shown] })
    await api.call('manager', 'POST', `/dashboard/${board}/add-widgets/`, { paramIds: [hidden] })
    await until(
      () => received.text.includes(`"${hidden}":`),
      () => publish(33, 34),
    )
    publish(44, 55)
    await until(() => received.text.includes('"55"'))
    assert.ok(!received.text.includes('"44"'))
    const again = await listen(token, { 'last-event-id': 'b1-1' })
    await until(() => again.text.includes('event: reset'))
    assert.equal((await revoke(id)).status, 200)
    await until(() => received.isOver && again.isOver)
  })

  test('values of the board are read by its link', async () => {
    await recordPolls(api, [pollOf(device, device.params, start, { [shown]: 7, [hidden]: 8 })])
    const { token } = await make()
    const states = await send(token, '/params/last-states/', { method: 'POST', body: { paramIds: [shown, hidden] } })
    assert.deepEqual(Object.keys((await states.json()) as object), [String(shown)])
    const { values, devices } = (await (await send(token, `/dashboard/${boardId}/values/`)).json()) as {
      values: { paramId: number; value: string; isProgrammable: boolean }[]
      devices: { modbusUnitId: number }[]
    }
    assert.deepEqual(
      values.map(({ paramId, value, isProgrammable }) => [paramId, value, isProgrammable]),
      [[shown, '7', false]],
    )
    assert.deepEqual(
      devices.map(({ modbusUnitId }) => modbusUnitId),
      [0],
    )
    const board = (await (await send(token, `/dashboard/${boardId}/board/`)).json()) as object
    assert.ok(!('changedBy' in board))
  })

  test('a link to a dashboard for any device of a template shows only the shared device', async () => {
    const { sql } = api.service.db
    const other = await makeDevice(api, api.orgId, 'b', [{ valueType: 'f64' }])
    const template = await api.call('manager', 'POST', `/org/${api.orgId}/templates/create/`, ownTemplate)
    const { id: templateId } = template.body as { id: number }
    await sql`update device set template_id = ${templateId} where id = any(${[device.deviceId, other.deviceId]}::bigint[])`
    const [named] = await sql<{ slug: string }[]>`select slug from param where id = ${shown}`
    const slug = named?.slug ?? ''
    await sql`update param set slug = ${slug} where id = ${other.params[0]?.id ?? 0}`
    const board = await makeBoard([])
    const place = { column: 1, row: 1, width: 3, height: 4 }
    const settings = { value: { key: slug }, hasTrend: false, limits: [] }
    const saved = await api.call('manager', 'POST', `/dashboard/${board}/save/`, {
      version: 1,
      variable: { kind: 'device', templateId },
      widgets: [{ id: 'v', kind: 'number', title: '', place, order: 1, settings }],
    })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const on = (deviceId: number) => ({ object: { kind: 'dashboard', dashboardId: board, deviceId } })
    const foreign = await makeDevice(api, api.otherOrgId, 'c', [{ valueType: 'f64' }])
    assert.equal((await create(on(foreign.deviceId))).status, 404)
    const { token } = await make(on(device.deviceId))
    const values = await send(token, `/dashboard/${board}/values/?lookedAt=${other.deviceId}`)
    assert.deepEqual(
      ((await values.json()) as { values: { paramId: number }[] }).values.map(({ paramId }) => paramId),
      [shown],
    )
    assert.equal(await statusOf(token, `/readings/get/?paramId=${other.params[0]?.id}`), 404)
    assert.equal(await statusOf(token, `/readings/get/?paramId=${shown}`), 200)
  })
})
