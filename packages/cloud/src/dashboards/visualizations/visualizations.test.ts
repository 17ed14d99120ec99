import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../accounts/access/roles.ts'
import { answerLimits } from '../../fields/answer-limits.ts'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { sanitiserVersion } from '../../svg/sanitise-svg.ts'
import { startApi } from '../../testing/api.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { ruleOf } from './testing/rule.ts'

const start = Date.UTC(2026, 10, 14)
const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const drawing = `<svg ${xmlns}><text id="t"/></svg>`

test('visualizations', async (t) => {
  const api = await startApi(t)
  const { call, orgId, otherOrgId, service } = api
  const { sql } = service.db
  const ours = await makeDevice(api, orgId, 'a', [
    { valueType: 'f64', precision: 1, unitName: 'V' },
    { valueType: 'u16' },
  ])
  const other = await makeDevice(api, otherOrgId, 'b', [{ valueType: 'u16' }])
  const [volts = 0, never = 0] = ours.params.map(({ id }) => id)
  const [theirs = 0] = other.params.map(({ id }) => id)
  await recordPolls(api, [
    pollOf(ours, ours.params, start, { [volts]: 1230 }),
    pollOf(other, other.params, start, { [theirs]: 1 }),
  ])
  const post = async (path: string, body: unknown, as: Role | 'stranger' = 'manager') => {
    const { status, body: answer } = await call(as, 'POST', path, body)
    return status === 200 ? answer : { status, ...(answer as { errorMessage: string }) }
  }
  const create = async (body: object) =>
    ((await post(`/org/${orgId}/viss/create/`, { name: 'Boiler', source: drawing, ...body })) as { id: number }).id
  const get = async (id: number) => (await call('viewer', 'GET', `/vis/${id}/`)).body as Record<string, unknown>
  const data = async (id: number, query = '') => (await call('demo', 'GET', `/vis/${id}/data/${query}`)).body
  const bindings = [
    { code: 'volts', param: volts, rules: [ruleOf({ from: 1000 }, { color: 'red' })] },
    { code: 'double', formula: `#${volts} * 2`, format: { decimals: 0 } },
    { code: 'none', formula: `#${volts} + #${never}` },
  ]
  const boiler = await create({ bindings, updatePeriodSec: 5 })

  await t.test('a visualization is created and shown', async () => {
    assert.deepEqual(await get(boiler), {
      id: boiler,
      orgId,
      name: 'Boiler',
      slug: 'boiler',
      source: drawing,
      bindings,
      updatePeriodSec: 5,
      useVisData: false,
      kind: 'picture',
      group: '',
      args: [],
      items: [],
      layers: [],
      version: 1,
    })
    assert.deepEqual((await call('viewer', 'GET', `/org/${orgId}/viss/`)).body, [{ id: boiler, name: 'Boiler' }])
  })

  await t.test('its data, in the language asked for', async () => {
    const shown = { volts: '1,230.0 V', 'volts.color': 'red', double: '2,460', none: '' }
    assert.deepEqual(await data(boiler), shown)
    assert.deepEqual(await data(boiler, '?lang=pl'), { ...shown, volts: '1230,0 V', double: '2460' })
    assert.equal((await call('demo', 'GET', `/vis/${boiler}/data/?lang=xx`)).status, 400)
  })

  await t.test('drawings are cleaned when they are saved', async () => {
    const evil = `<svg ${xmlns} onload="alert(1)"><script>alert(1)</script><rect fill="url(http://x)"/></svg>`
    const id = await create({ source: evil })
    assert.equal((await get(id))['source'], `<svg ${xmlns}><rect/></svg>`)
    await post(`/vis/${id}/change/`, { source: evil.replace('rect', 'g') })
    assert.equal((await get(id))['source'], `<svg ${xmlns}><g/></svg>`)
    for (const source of ['', 'x', '<!DOCTYPE svg><svg/>', '<svg>', '<html/>']) {
      assert.match(JSON.stringify(await post(`/vis/${id}/change/`, { source })), /"status":400.*body\.source/, source)
      assert.match(JSON.stringify(await post(`/org/${orgId}/viss/create/`, { name: 'x', source })), /body\.source/)
    }
    await post(`/vis/${id}/delete/`, null)
  })

  await t.test('and when they are shown, if a former sanitiser let more pass', async () => {
    const id = await create({})
    for (const [stored, shown] of [
      [`<svg ${xmlns}><script/><g/></svg>`, `<svg ${xmlns}><g/></svg>`],
      ['<svg><script>', `<svg ${xmlns}/>`],
    ] as const) {
      await sql`update visualization set source = ${stored}, cleaned_by = 0 where id = ${id}`
      assert.equal((await get(id))['source'], shown)
      const [info] = (await post(`/org/${orgId}/viss/info/`, { visIds: [id] }, 'viewer')) as { source: string }[]
      assert.equal(info?.source, shown)
      const copy = (await post(`/vis/${id}/duplicate/`, null)) as { id: number }
      assert.deepEqual(
        [...(await sql`select source, cleaned_by as by from visualization where id = ${copy.id}`)],
        [{ source: shown, by: sanitiserVersion }],
      )
      await post(`/vis/${copy.id}/delete/`, null)
    }
    await post(`/vis/${id}/delete/`, null)
  })

  await t.test('drawings that are too much for one answer are refused, and none is left out unseen', async () => {
    const visIds = [boiler, await create({})]
    const ask = () => post(`/org/${orgId}/viss/info/`, { visIds }, 'viewer')
    service.limits = { ...answerLimits, drawingsChars: drawing.length * 2 }
    assert.equal(((await ask()) as unknown[]).length, 2)
    service.limits = { ...answerLimits, drawingsChars: drawing.length * 2 - 1 }
    assert.deepEqual(await ask(), {
      status: 400,
      errorCode: 'IncorrectRequest',
      errorMessage: `body.visIds: the drawings have more than ${drawing.length * 2 - 1} characters together; ask for fewer at a time`,
    })
    service.limits = answerLimits
    await post(`/vis/${visIds[1]}/delete/`, null)
  })

  await t.test('refuses invalid fields and stores nothing', async () => {
    const [before] = await sql`select count(*), max(xmin::text) from visualization`
    const ask = async (body: object) => [
      ((await post(`/org/${orgId}/viss/create/`, { name: 'x', source: drawing, ...body })) as { status: number })
        .status,
      ((await post(`/vis/${boiler}/change/`, body)) as { status: number }).status,
    ]
    const bound = (more: object) => ({ bindings: [{ code: 'a', param: volts, ...more }] })
    for (const body of [
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { slug: 'A' },
      { updatePeriodSec: 0 },
      { useVisData: 1 },
      { bindings: [{ code: 'a' }] },
      bound({ formula: '1' }),
      bound({ code: '1' }),
      bound({ code: 'a.b' }),
      bound({ code: '__proto__' }),
      bound({ format: { decimals: 13 } }),
      bound({ rules: [ruleOf({}, { color: 'url(x)' })] }),
      bound({ rules: [ruleOf({}, { color: '#12' })] }),
      bound({ rules: [ruleOf({}, { fill: 101 })] }),
      bound({ rules: [ruleOf({}, { rotate: [0, 1] })] }),
      bound({ rules: [ruleOf({ from: 1, till: 1 }, { fill: [0, 1] })] }),
      bound({ rules: [ruleOf({ from: 0, till: 1 }, { fill: [0, 1, 2] })] }),
      bound({ rules: [ruleOf({}, { text: 'x'.repeat(201) })] }),
      bound({ rules: Array.from({ length: 51 }, () => ruleOf({}, {})) }),
      { bindings: [bound({}).bindings[0], bound({}).bindings[0]] },
      { bindings: [{ code: 'a', formula: '1 +' }] },
      { bindings: [{ code: 'a', formula: 'process.exit()' }] },
      { bindings: [{ code: 'a', formula: '1'.repeat(1001) }] },
      { bindings: Array.from({ length: 501 }, (_, i) => ({ code: `a${i}`, param: volts })) },
      {
        bindings: Array.from({ length: 11 }, (_, i) => ({
          code: `a${i}`,
          formula: Array.from({ length: 100 }, (__, n) => `#${1000 + i * 100 + n}`).join('+'),
        })),
      },
    ]) {
      assert.deepEqual(await ask(body), [400, 400], JSON.stringify(body).slice(0, 200))
    }
    for (const id of [theirs, 999_999]) {
      assert.deepEqual(await ask(bound({ param: id })), [404, 404])
      assert.deepEqual(await ask({ bindings: [{ code: 'a', formula: `1 + #${volts} * #${id}` }] }), [404, 404])
    }
    const taken = `/org/${orgId}/viss/create/`
    assert.match(JSON.stringify(await post(taken, { name: 'x', slug: 'boiler', source: drawing })), /slug: is taken/)
    assert.deepEqual([...(await sql`select count(*), max(xmin::text) from visualization`)], [before])
  })

  await t.test('changes the given fields and keeps the others', async () => {
    const id = await create({ bindings })
    assert.equal((await get(id))['slug'], 'boiler-2')
    assert.deepEqual(await post(`/vis/${id}/change/`, {}), {})
    assert.deepEqual(await post(`/vis/${id}/change/`, { name: 'Pump', slug: 'pump', useVisData: true }), {})
    const { name, slug, source, bindings: bound, useVisData } = await get(id)
    assert.deepEqual([name, slug, source, bound, useVisData], ['Pump', 'pump', drawing, bindings, true])
    assert.match(JSON.stringify(await post(`/vis/${id}/change/`, { slug: 'boiler' })), /slug: is taken/)
    await post(`/vis/${id}/delete/`, null)
    assert.equal((await call('viewer', 'GET', `/vis/${id}/`)).status, 404)
  })

  await t.test('values are saved, and used where that is wanted', async () => {
    const id = await create({ bindings: [{ code: 'volts', param: volts }] })
    const save = (code: string, value: string | number) => post(`/vis/${id}/data/save/`, { code, value })
    assert.deepEqual(await save('note', 'Repair'), {})
    assert.deepEqual(await save('volts', '7'), {})
    assert.deepEqual(await data(id), { volts: '1,230.0 V' })
    await post(`/vis/${id}/change/`, { useVisData: true })
    assert.deepEqual(await data(id), { volts: '7', note: 'Repair' })
    const copy = (await post(`/vis/${id}/duplicate/`, null)) as { id: number }
    assert.deepEqual([(await get(copy.id))['name'], (await get(copy.id))['slug']], ['Boiler (2)', 'boiler-3'])
    assert.deepEqual(await save('volts', -0.000_000_25), {})
    assert.deepEqual(await data(id), { volts: '-0.00000025', note: 'Repair' })
    assert.deepEqual(await save('volts', ''), {})
    assert.deepEqual(await save('note', 'Done'), {})
    assert.deepEqual(await data(id), { volts: '1,230.0 V', note: 'Done' })
    assert.deepEqual(await data(copy.id), { volts: '7', note: 'Repair' })
    for (const [code, value] of [
      ['', 'x'],
      ['a b', 'x'],
      ['a.color', 'x'],
      ['a', 'x'.repeat(1001)],
    ] as const) {
      assert.equal(((await save(code, value)) as { status: number }).status, 400, code)
    }
    await sql`insert into visualization_data select ${orgId}, ${id}, 'n' || n, 'x' from generate_series(1, 499) n`
    assert.equal(((await save('more', 'x')) as { status: number }).status, 400)
    assert.deepEqual(await save('note', 'x'), {})
    for (const one of [id, copy.id]) await post(`/vis/${one}/delete/`, null)
  })

  await t.test('a visualization of another organization is not found', async () => {
    const source = { name: 'Theirs', source: drawing, bindings: [{ code: 'a', param: theirs }] }
    const { id } = (await post(`/org/${otherOrgId}/viss/create/`, source, 'stranger')) as { id: number }
    const ask = (word: string, as: Role | 'stranger', of = orgId) =>
      post(`/org/${of}/viss/${word}/`, { visIds: [id, boiler, 999_999, boiler] }, as)
    assert.deepEqual(Object.keys((await ask('data', 'viewer')) as object), [`${boiler}`])
    assert.deepEqual(await ask('info', 'viewer'), [await get(boiler)])
    assert.deepEqual(await ask('data', 'stranger', otherOrgId), { [id]: { a: '1' } })
    assert.equal(((await ask('info', 'stranger')) as { status: number }).status, 404)
    assert.equal(((await ask('data', 'demo')) as { status: number }).status, 401)
    for (const [method, word, body] of [
      ['GET', '', undefined],
      ['GET', 'data/', undefined],
      ['POST', 'data/save/', { code: 'a', value: 'x' }],
      ['POST', 'change/', { name: 'x' }],
      ['POST', 'duplicate/', null],
      ['POST', 'delete/', null],
    ] as const) {
      assert.equal((await call('owner', method, `/vis/${id}/${word}`, body)).status, 404, word)
    }
    // Even if a foreign parameter got into a binding, its value would not come out.
    await sql`update visualization set bindings = ${sql.json([
      { code: 'a', param: theirs },
      { code: 'b', formula: `#${theirs}` },
    ])} where id = ${boiler}`
    assert.deepEqual(await data(boiler), { a: '', b: '' })
    await post(`/vis/${boiler}/change/`, { bindings })
  })

  await t.test('values of 20 visualizations with 50 codes each are one query', async () => {
    const many = await makeDevice(
      api,
      orgId,
      'c',
      Array.from({ length: 50 }, () => ({ valueType: 'u16' as const })),
    )
    const read = Object.fromEntries(many.params.map(({ id }, index) => [id, index]))
    await recordPolls(api, [pollOf(many, many.params, start, read)])
    const bound = many.params.map(({ id }, index) =>
      index % 2 === 0 ? { code: `c${index}`, param: id } : { code: `c${index}`, formula: `#${id} + #${volts}` },
    )
    const visIds: number[] = []
    for (let i = 0; i < 20; i += 1) visIds.push(await create({ name: `Many ${i}`, bindings: bound }))
    await call('viewer', 'POST', `/org/${orgId}/viss/data/`, { visIds })
    const { answer, count } = await countQueries(api, () =>
      call('viewer', 'POST', `/org/${orgId}/viss/data/`, { visIds }),
    )
    // The second query is for the visualizations themselves.
    assert.equal(count, 2)
    const all = answer.body as Record<string, Record<string, string>>
    assert.deepEqual(Object.keys(all), visIds.map(String))
    for (const one of Object.values(all)) {
      assert.equal(Object.keys(one).length, 50)
      assert.deepEqual([one['c48'], one['c49']], ['48', '1,279'])
    }
    assert.equal(
      (await call('viewer', 'POST', `/org/${orgId}/viss/data/`, { visIds: Array(1001).fill(1) })).status,
      400,
    )
    assert.deepEqual((await call('viewer', 'POST', `/org/${orgId}/viss/data/`, { visIds: [] })).body, {})
  })

  await t.test('a parameter that is deleted has no value any more', async () => {
    await post('/params/delete/', { paramIds: [volts] })
    assert.deepEqual(await data(boiler), { volts: '', double: '', none: '' })
  })

  await t.test('at most 500 of them', async () => {
    await sql`
      insert into visualization (org_id, name, slug, source, cleaned_by, bindings, created_on)
      select ${orgId}, 'x', 'x' || n, '<svg/>', 1, '[]', now() from generate_series(1, 500) n`
    for (const refused of [
      await post(`/vis/${boiler}/duplicate/`, null),
      await post(`/org/${orgId}/viss/create/`, { name: 'x', source: drawing }),
    ]) {
      assert.equal((refused as { status: number }).status, 400)
    }
  })

  await t.test('every change is on record, drawings by what they can be known by', async () => {
    const rows = await sql<{ action: string; text: string }[]>`
      select action, audit::text as text from audit where org_id = ${orgId} and object_kind = 'vis'`
    assert.deepEqual([...new Set(rows.map(({ action }) => action))].toSorted(), [
      'vis.change',
      'vis.create',
      'vis.data-save',
      'vis.delete',
      'vis.duplicate',
    ])
    assert.ok(rows.every(({ text }) => !text.includes('<svg')))
    assert.ok(rows.some(({ text }) => text.includes('sha256:')))
  })
})
