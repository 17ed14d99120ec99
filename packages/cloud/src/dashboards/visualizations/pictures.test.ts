import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../accounts/access/roles.ts'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { ruleOf } from './testing/rule.ts'

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const drawing = (text: string): string => `<svg ${xmlns}><text id="t">${text}</text></svg>`

test('pictures', async (t) => {
  const api = await startApi(t)
  const { call, orgId, otherOrgId, clock, service } = api
  const ours = await makeDevice(api, orgId, 'a', [{ valueType: 'u16', unitName: 'V' }])
  const other = await makeDevice(api, otherOrgId, 'b', [{ valueType: 'u16' }])
  const [volts = 0] = ours.params.map(({ id }) => id)
  const [theirs = 0] = other.params.map(({ id }) => id)
  await recordPolls(api, [pollOf(ours, ours.params, service.now().getTime(), { [volts]: 230 })])
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown, as: Role = 'manager') => {
    const { status, body: answer } = await call(as, method, path, body)
    // Units stand behind a space that does not break.
    const plain = JSON.parse(JSON.stringify(answer).replaceAll(/[\u00a0\u202f]/g, ' ')) as unknown
    return status === 200 ? plain : { status, ...(plain as { errorMessage: string }) }
  }
  const create = async (body: object) =>
    (
      (await ask('POST', `/org/${orgId}/viss/create/`, { name: 'Hall', source: drawing('?'), ...body })) as {
        id: number
      }
    ).id
  const bindings = [{ code: 't', param: volts, rules: [ruleOf({ from: 200 }, { state: 'run' })] }]
  const readOn = service.now().toISOString()
  const shown = { text: '230 V', number: 230, state: 'run', paramId: volts, readOn }

  await t.test('values have their quality, also for who may see demonstrations alone', async () => {
    const id = await create({ bindings })
    assert.deepEqual(await ask('GET', `/vis/${id}/values/`, undefined, 'demo'), { t: { ...shown, quality: 'good' } })
    clock.advance(10 * 60_000)
    const stale = { t: { ...shown, quality: 'stale' } }
    assert.deepEqual(await ask('GET', `/vis/${id}/values/`, undefined, 'demo'), stale)
    assert.deepEqual(await ask('POST', `/org/${orgId}/viss/values/`, { visIds: [id, 999_999] }, 'viewer'), {
      [id]: stale,
    })
  })

  await t.test('bindings are tried with made-up values, and nothing is stored', async () => {
    const tried = (body: object) => ask('POST', `/org/${orgId}/viss/try/`, body)
    const now = service.now().toISOString()
    assert.deepEqual(await tried({ bindings, values: { [volts]: '12' } }), {
      t: { text: '12 V', number: 12, paramId: volts, quality: 'good', readOn: now },
    })
    assert.deepEqual(await tried({ bindings: [{ code: 't', param: theirs }], values: { [theirs]: '12' } }), {
      t: { text: '', paramId: theirs, quality: 'none' },
    })
    assert.match(JSON.stringify(await tried({ bindings: [{ code: 't', formula: '1 +' }] })), /"status":400/)
    assert.equal(((await tried({ bindings, values: { x: '1' } })) as { status: number }).status, 400)
  })

  await t.test('reports removed parts of a drawing', async () => {
    const source = `<svg ${xmlns} onload="x()"><script>x()</script><g onclick="x()" id="a"><image href="http://x"/></g></svg>`
    assert.deepEqual(await ask('POST', `/org/${orgId}/viss/check-svg/`, { source }), {
      source: `<svg ${xmlns}><g id="a"/></svg>`,
      leftOut: ['onload', '<script>', 'onclick', '<image>'],
    })
    assert.match(JSON.stringify(await ask('POST', `/org/${orgId}/viss/check-svg/`, { source: 'x' })), /body\.source/)
  })

  await t.test('versions are kept, at most 20, and one can go back', async () => {
    const id = await create({ bindings })
    const get = async () => (await ask('GET', `/vis/${id}/`)) as { version: number; source: string; name: string }
    await ask('POST', `/vis/${id}/change/`, { name: 'Renamed' })
    assert.deepEqual([(await get()).version, await ask('GET', `/vis/${id}/versions/`)], [1, []])
    for (let i = 1; i <= 22; i += 1) await ask('POST', `/vis/${id}/change/`, { source: drawing(`${i}`) })
    const versions = (await ask('GET', `/vis/${id}/versions/`)) as { version: number; replacedBy: string }[]
    assert.deepEqual(
      versions.map(({ version }) => version),
      Array.from({ length: 20 }, (_, i) => 22 - i),
    )
    assert.equal(((await ask('POST', `/vis/${id}/restore/`, { version: 1 })) as { status: number }).status, 404)
    assert.deepEqual(await ask('POST', `/vis/${id}/restore/`, { version: 6 }), {})
    const { version, source, name } = await get()
    assert.deepEqual([version, source, name], [24, drawing('5'), 'Renamed'])
    const refused = await ask('POST', `/vis/${id}/change/`, { source: drawing('x'), ifVersion: 23 })
    assert.match(JSON.stringify(refused), /"status":400.*ifVersion: the version is 24/)
    assert.deepEqual(await ask('POST', `/vis/${id}/change/`, { source: drawing('x'), ifVersion: 24 }), {})
  })

  await t.test('a faceplate knows its places', async () => {
    const plate = await create({ name: 'Pump', kind: 'faceplate', args: [{ name: 'run', takes: 'param' }] })
    const use = { visId: plate, args: { run: { paramId: volts } } }
    const items = [
      { code: 'p1', use },
      { code: 'p2', use },
      { code: 'v', control: { kind: 'setPoint', paramId: volts, min: 1, max: 2 } },
    ]
    const id = await create({ items, layers: [{ code: 'l', name: 'Pipes', isLocked: true }] })
    const listed = (await ask('GET', `/org/${orgId}/viss/overview/`, undefined, 'viewer')) as { id: number }[]
    assert.deepEqual(
      listed.find((one) => one.id === plate),
      { id: plate, name: 'Pump', kind: 'faceplate', group: '', version: 1 },
    )
    assert.deepEqual(((await ask('GET', `/vis/${id}/`)) as { items: object[] }).items, items)
    assert.deepEqual(await ask('GET', `/vis/${plate}/places/`, undefined, 'viewer'), [{ id, name: 'Hall', count: 2 }])
  })

  await t.test('items of other organizations and wrong ones are refused', async () => {
    const status = async (items: object[]) =>
      (
        (await ask('POST', `/org/${orgId}/viss/create/`, { name: 'x', source: drawing('?'), items })) as {
          status?: number
        }
      ).status
    assert.equal(await status([{ code: 'a', control: { kind: 'button', paramId: theirs, on: '1' } }]), 404)
    assert.equal(await status([{ code: 'a', use: { visId: 1, args: { run: { paramId: theirs } } } }]), 404)
    for (const item of [
      { code: '1' },
      { code: 'a', control: { kind: 'lever', paramId: volts } },
      { code: 'a', drawn: { kind: 'symbol', x: 1e9, y: 0, width: 1, height: 1 } },
      { code: 'a', use: { visId: 1, args: { 'a b': { number: 1 } } } },
    ]) {
      assert.equal(await status([item]), 400, JSON.stringify(item))
    }
    assert.equal(await status([{ code: 'a' }, { code: 'a' }]), 400)
    assert.equal(await status(Array.from({ length: 2001 }, (_, i) => ({ code: `a${i}` }))), 400)
  })
})
