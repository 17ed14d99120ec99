import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

let api: TestApi
let paramId = 0
let textId = 0
let theirs = { treeId: '', branchId: '', sensorId: '', paramId: 0 }

const post = async (path: string, body?: unknown, as: 'manager' | 'stranger' = 'manager') => {
  const { status, body: answer } = await api.call(as, 'POST', path, body)
  return status === 200 ? answer : `${status} ${(answer as { errorCode: string }).errorCode}`
}
const create = async (path: string, body?: unknown, as?: 'stranger'): Promise<string> => {
  const answer = await post(path, body, as)
  assert.equal(typeof answer, 'object', `${path}: ${JSON.stringify(answer)}`)
  return (answer as { id: string }).id
}
const makeTree = (name = 'Site', as?: 'stranger') =>
  create('/sense/hierarchy/tree/create/', { orgId: as ? api.otherOrgId : api.orgId, name }, as)
const inTree = (treeId: string) => `/sense/hierarchy/tree/${treeId}`
const treeOf = async (treeId: string) =>
  (await api.call('viewer', 'GET', `${inTree(treeId)}/`)).body as {
    name: string
    branches: { id: string; name: string; parentBranchId?: string }[]
    sensors: { id: string; name: string; branchId: string; isMain?: boolean }[]
  }
const sensorOf = (branchId: string, more: object = {}) => ({
  name: 'Meter',
  branchId,
  paramId,
  kind: 'energy',
  ...more,
})

const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const ours = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u32' }, { valueType: 'string' }])
  ;[paramId = 0, textId = 0] = ours.params.map(({ id }) => id)
  const other = await makeDevice(api, api.otherOrgId, 'b', [{ valueType: 'u32' }])
  const treeId = await makeTree('Theirs', 'stranger')
  const branchId = await create(`${inTree(treeId)}/branch/create/`, { name: 'B' }, 'stranger')
  const param = other.params[0]?.id ?? 0
  const sensor = { name: 'M', branchId, paramId: param, kind: 'power' }
  theirs = {
    treeId,
    branchId,
    paramId: param,
    sensorId: await create(`${inTree(treeId)}/sensor/create/`, sensor, 'stranger'),
  }
}

describe('trees', () => {
  shareApi(prepare)

  test('UUIDs in upper case mean the same branch and sensor', async () => {
    const upper = (id: string): string => id.toUpperCase()
    const treeId = await makeTree('Upper')
    const branchId = await create(`${inTree(upper(treeId))}/branch/create/`, { name: 'Hall' })
    const below = await create(`${inTree(treeId)}/branch/create/`, { name: 'Press', parentBranchId: upper(branchId) })
    const sensorId = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(upper(below)))
    assert.deepEqual(await post(`${inTree(treeId)}/sensor/${upper(sensorId)}/change/`, { isMain: true }), {})
    const tree = await treeOf(upper(treeId))
    assert.deepEqual(
      tree.branches.map(({ id, parentBranchId }) => [id, parentBranchId]),
      [
        [branchId, undefined],
        [below, branchId],
      ],
    )
    assert.deepEqual(
      tree.sensors.map(({ id, branchId: of, isMain }) => [id, of, isMain]),
      [[sensorId, below, true]],
    )
    await post(`${inTree(upper(treeId))}/delete/`)
  })

  test('a sensor changes how it counts, and stays the same sensor', async () => {
    const treeId = await makeTree('Changed')
    const branchId = await create(`${inTree(treeId)}/branch/create/`, { name: 'Hall' })
    const sensorId = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(branchId))
    const other = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(branchId, { isMain: true }))
    const change = (id: string, changes: object) => post(`${inTree(treeId)}/sensor/${id}/change/`, changes)
    assert.equal(await change(sensorId, { isMain: true }), '400 IncorrectRequest')
    assert.deepEqual(await change(other, { isMain: false }), {})
    assert.deepEqual(await change(sensorId, { isMain: true, kind: 'power', multiplier: -2 }), {})
    assert.deepEqual((await treeOf(treeId)).sensors, [
      { id: sensorId, name: 'Meter', branchId, paramId, kind: 'power', multiplier: -2, isMain: true },
      { id: other, name: 'Meter', branchId, paramId, kind: 'energy', multiplier: 1 },
    ])
    const { sql } = api.service.db
    const series = await sql`select kind from sense_series where org_id = ${api.orgId} and param_id = ${paramId}`
    assert.equal(series.length, 2, 'each kind has its figures')
    await post(`${inTree(treeId)}/delete/`)
  })

  test('lists metered parameters that are in no tree', async () => {
    const units = ['kWh', 'kW', 'V', 'm³']
    const device = await makeDevice(
      api,
      api.orgId,
      'unused',
      units.map((unitName) => ({ valueType: 'u32' as const, unitName })),
    )
    const [energy = 0, power = 0, , volume = 0] = device.params.map(({ id }) => id)
    const list = async () => {
      const { body } = await api.call('viewer', 'GET', `/org/${api.orgId}/sense/unused/`)
      return (body as { paramId: number; kind: string; netName: string }[]).map(({ paramId: id, kind }) => [id, kind])
    }
    assert.deepEqual(await list(), [
      [energy, 'energy'],
      [power, 'power'],
      [volume, 'energy'],
    ])
    const treeId = await makeTree('Uses it')
    const branchId = await create(`${inTree(treeId)}/branch/create/`, { name: 'Hall' })
    await create(`${inTree(treeId)}/sensor/create/`, { name: 'E', branchId, paramId: energy, kind: 'energy' })
    assert.deepEqual(await list(), [
      [power, 'power'],
      [volume, 'energy'],
    ])
    await post(`${inTree(treeId)}/delete/`)
  })

  test('are made, shown, renamed and listed', async () => {
    const treeId = await create('/sense/hierarchy/tree/create/', {
      orgId: api.orgId,
      name: ' Plant ',
      timeZone: 'Europe/Kyiv',
    })
    const top = await create(`${inTree(treeId)}/branch/create/`, { name: 'Hall' })
    const below = await create(`${inTree(treeId)}/branch/create/`, { name: 'Press', parentBranchId: top })
    const main = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(top, { isMain: true, multiplier: 0.5 }))
    const sensor = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(below, { kind: 'power' }))
    assert.deepEqual(await post(`${inTree(treeId)}/rename/`, { name: 'Works' }), {})
    assert.deepEqual(await post(`${inTree(treeId)}/branch/${below}/rename/`, { name: 'Press 2' }), {})
    assert.deepEqual(await post(`/sense/sensor/${sensor}/rename/`, { name: 'Drive' }), {})
    assert.deepEqual(await treeOf(treeId), {
      id: treeId,
      orgId: api.orgId,
      name: 'Works',
      timeZone: 'Europe/Kyiv',
      branches: [
        { id: top, name: 'Hall' },
        { id: below, name: 'Press 2', parentBranchId: top },
      ],
      sensors: [
        { id: main, name: 'Meter', branchId: top, paramId, kind: 'energy', multiplier: 0.5, isMain: true },
        { id: sensor, name: 'Drive', branchId: below, paramId, kind: 'power', multiplier: 1 },
      ],
    })
    const { body: list } = await api.call('viewer', 'GET', `/org/${api.orgId}/sense/trees/`)
    assert.deepEqual(list, [{ id: treeId, orgId: api.orgId, name: 'Works', timeZone: 'Europe/Kyiv' }])
    assert.deepEqual(await post(`${inTree(treeId)}/delete/`), {})
    assert.equal((await api.call('viewer', 'GET', `${inTree(treeId)}/`)).status, 404)
  })

  test('deleting a branch deletes everything below it, and figures without a use are removed', async () => {
    const treeId = await makeTree()
    const [top, other] = [
      await create(`${inTree(treeId)}/branch/create/`, { name: 'A' }),
      await create(`${inTree(treeId)}/branch/create/`, { name: 'B' }),
    ]
    const below = await create(`${inTree(treeId)}/branch/create/`, { name: 'AA', parentBranchId: top })
    await create(`${inTree(treeId)}/sensor/create/`, sensorOf(below))
    await create(`${inTree(treeId)}/sensor/create/`, sensorOf(other, { kind: 'power' }))
    assert.deepEqual(await post(`${inTree(treeId)}/branch/${top}/delete/`), {})
    const { branches, sensors } = await treeOf(treeId)
    assert.deepEqual([branches.map(({ id }) => id), sensors.map(({ branchId }) => branchId)], [[other], [other]])
    const kinds = await api.service.db.sql`select kind from sense_series where org_id = ${api.orgId}`
    assert.deepEqual([...kinds], [{ kind: 'power' }])
    await post(`${inTree(treeId)}/delete/`)
  })

  test('a copy has ids of its own and the same sensors; changing it leaves the first as it is', async () => {
    const treeId = await makeTree()
    const top = await create(`${inTree(treeId)}/branch/create/`, { name: 'A' })
    const below = await create(`${inTree(treeId)}/branch/create/`, { name: 'AA', parentBranchId: top })
    await create(`${inTree(treeId)}/sensor/create/`, sensorOf(below, { isMain: true }))
    const copyId = await create(`${inTree(treeId)}/duplicate/`)
    const named = await create(`${inTree(treeId)}/duplicate/`, { name: 'Other' })
    const [first, copy] = [await treeOf(treeId), await treeOf(copyId)]
    assert.deepEqual([copy.name, (await treeOf(named)).name], ['Site (copy)', 'Other'])
    assert.equal(copy.branches[1]?.parentBranchId, copy.branches[0]?.id)
    assert.equal(copy.sensors[0]?.branchId, copy.branches[1]?.id)
    assert.notEqual(copy.branches[0]?.id, first.branches[0]?.id)
    await post(`${inTree(copyId)}/branch/${copy.branches[0]?.id}/delete/`)
    assert.deepEqual(await treeOf(treeId), first)
    for (const id of [treeId, copyId, named]) await post(`${inTree(id)}/delete/`)
  })

  test('branches and sensors are moved; never below themselves, nor two main meters into one branch', async () => {
    const treeId = await makeTree()
    const [a, b] = [
      await create(`${inTree(treeId)}/branch/create/`, { name: 'A' }),
      await create(`${inTree(treeId)}/branch/create/`, { name: 'B' }),
    ]
    const below = await create(`${inTree(treeId)}/branch/create/`, { name: 'AA', parentBranchId: a })
    const main = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(a, { isMain: true }))
    const rival = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(b, { isMain: true }))
    const move = (branchId: string, parentBranchId: string | null) =>
      post(`${inTree(treeId)}/branch/${branchId}/move/`, { parentBranchId })
    assert.equal(await move(a, below), '400 IncorrectRequest')
    assert.equal(await move(a, a), '400 IncorrectRequest')
    assert.deepEqual(await move(below, b), {})
    assert.deepEqual(await move(a, below), {})
    assert.deepEqual(await move(below, null), {})
    const moveSensor = (body: object) => post(`${inTree(treeId)}/sensor/${rival}/move/`, body)
    assert.equal(await moveSensor({ branchId: a }), '400 IncorrectRequest')
    assert.equal(await post(`${inTree(treeId)}/sensor/create/`, sensorOf(a, { isMain: true })), '400 IncorrectRequest')
    assert.deepEqual(await moveSensor({ branchId: a, isMain: false }), {})
    assert.deepEqual(await post(`${inTree(treeId)}/sensor/${main}/delete/`), {})
    assert.deepEqual(await moveSensor({ branchId: a, isMain: true }), {})
    const { branches, sensors } = await treeOf(treeId)
    assert.deepEqual(
      branches.map(({ id, parentBranchId }) => [id, parentBranchId]),
      [
        [a, below],
        [b, undefined],
        [below, undefined],
      ],
    )
    assert.deepEqual(
      sensors.map(({ id, branchId, isMain }) => [id, branchId, isMain]),
      [[rival, a, true]],
    )
    await post(`${inTree(treeId)}/delete/`)
  })

  test('branches and sensors keep their order, and likely errors are listed', async () => {
    const treeId = await makeTree()
    const [a, b] = [
      await create(`${inTree(treeId)}/branch/create/`, { name: 'A' }),
      await create(`${inTree(treeId)}/branch/create/`, { name: 'B' }),
    ]
    const [first, second] = [
      await create(`${inTree(treeId)}/sensor/create/`, sensorOf(a)),
      await create(`${inTree(treeId)}/sensor/create/`, sensorOf(a)),
    ]
    const move = (what: string, body: object) => post(`${inTree(treeId)}/${what}/move/`, body)
    assert.deepEqual(await move(`branch/${b}`, { parentBranchId: null, before: a }), {})
    assert.equal(await move(`branch/${b}`, { parentBranchId: a, before: b }), '400 IncorrectRequest')
    assert.deepEqual(await move(`sensor/${second}`, { branchId: a, before: first }), {})
    const last = await create(`${inTree(treeId)}/branch/create/`, { name: 'C' })
    const { branches, sensors } = await treeOf(treeId)
    assert.deepEqual(
      [...branches, ...sensors].map(({ id }) => id),
      [b, a, last, second, first],
    )
    const { body } = await api.call('viewer', 'GET', `${inTree(treeId)}/checks/`)
    assert.deepEqual(body, [
      { kind: 'empty', branchId: b, sensorIds: [] },
      { kind: 'twice', branchId: a, sensorIds: [second, first] },
      { kind: 'noData', branchId: a, sensorIds: [second, first] },
      { kind: 'empty', branchId: last, sensorIds: [] },
    ])
    await post(`${inTree(treeId)}/delete/`)
  })

  test('ten levels are enough', async () => {
    const treeId = await makeTree()
    let parentBranchId: string | undefined
    for (let level = 1; level <= 10; level += 1) {
      parentBranchId = await create(`${inTree(treeId)}/branch/create/`, { name: `${level}`, parentBranchId })
    }
    const deeper = await post(`${inTree(treeId)}/branch/create/`, { name: '11', parentBranchId })
    assert.equal(deeper, '400 IncorrectRequest')
    const [first] = (await treeOf(treeId)).branches
    const top = await create(`${inTree(treeId)}/branch/create/`, { name: 'Top' })
    const moved = await post(`${inTree(treeId)}/branch/${first?.id}/move/`, { parentBranchId: top })
    assert.equal(moved, '400 IncorrectRequest')
    await post(`${inTree(treeId)}/delete/`)
  })

  test('fifty trees are enough', async () => {
    const ids: string[] = []
    for (let count = 0; count < 50; count += 1) ids.push(await makeTree(`${count}`))
    assert.equal(await post('/sense/hierarchy/tree/create/', { orgId: api.orgId, name: 'x' }), '400 IncorrectRequest')
    assert.equal(await post(`${inTree(ids[0] ?? '')}/duplicate/`), '400 IncorrectRequest')
    for (const id of ids) await post(`${inTree(id)}/delete/`)
  })

  test('ids of strangers in paths and bodies are not there', async () => {
    const treeId = await makeTree()
    const branchId = await create(`${inTree(treeId)}/branch/create/`, { name: 'A' })
    const sensorId = await create(`${inTree(treeId)}/sensor/create/`, sensorOf(branchId))
    const tree = inTree(treeId)
    for (const [path, body] of [
      ['/sense/hierarchy/tree/create/', { orgId: api.otherOrgId, name: 'x' }],
      [`${inTree(theirs.treeId)}/rename/`, { name: 'x' }],
      [`${inTree(theirs.treeId)}/duplicate/`, null],
      [`${tree}/branch/create/`, { name: 'x', parentBranchId: theirs.branchId }],
      [`${tree}/branch/${theirs.branchId}/rename/`, { name: 'x' }],
      [`${tree}/branch/${theirs.branchId}/delete/`, null],
      [`${tree}/branch/${theirs.branchId}/move/`, { parentBranchId: null }],
      [`${tree}/branch/${branchId}/move/`, { parentBranchId: theirs.branchId }],
      [`${tree}/sensor/create/`, sensorOf(theirs.branchId)],
      [`${tree}/sensor/create/`, sensorOf(branchId, { paramId: theirs.paramId })],
      [`${tree}/sensor/${theirs.sensorId}/delete/`, null],
      [`${tree}/sensor/${theirs.sensorId}/move/`, { branchId }],
      [`${tree}/sensor/${sensorId}/move/`, { branchId: theirs.branchId }],
      [`/sense/sensor/${theirs.sensorId}/rename/`, { name: 'x' }],
    ] as const) {
      assert.equal(await post(path, body), '404 ObjectNotFound', `${path} ${JSON.stringify(body)}`)
    }
    for (const path of [
      `branch/${theirs.branchId}/segmentation/day/history/`,
      `branch/${theirs.branchId}/segmentation/day/last-segment/`,
      `tree/${theirs.treeId}/branches-energy/`,
      `tree/${theirs.treeId}/csv/`,
    ]) {
      assert.equal((await api.call('viewer', 'GET', `/sense/aggregation/${path}`)).status, 404, path)
    }
    const after = (await api.call('stranger', 'GET', `${inTree(theirs.treeId)}/`)).body as { branches: object[] }
    assert.equal(after.branches.length, 1)
    await post(`${tree}/delete/`)
  })

  test('refuses objects of another tree of the same organization', async () => {
    const [one, two] = [await makeTree('1'), await makeTree('2')]
    const [own, foreign] = [
      await create(`${inTree(one)}/branch/create/`, { name: 'A' }),
      await create(`${inTree(two)}/branch/create/`, { name: 'A' }),
    ]
    const tree = inTree(one)
    assert.equal(await post(`${tree}/branch/${foreign}/delete/`), '404 ObjectNotFound')
    assert.equal(await post(`${tree}/branch/${own}/move/`, { parentBranchId: foreign }), '404 ObjectNotFound')
    assert.equal(await post(`${tree}/sensor/create/`, sensorOf(foreign)), '404 ObjectNotFound')
    for (const id of [one, two]) await post(`${inTree(id)}/delete/`)
  })

  test('refuses invalid input', async () => {
    const treeId = await makeTree()
    const branchId = await create(`${inTree(treeId)}/branch/create/`, { name: 'A' })
    for (const [path, body] of [
      ['/sense/hierarchy/tree/create/', { orgId: api.orgId, name: 'x', timeZone: 'Mars/Base' }],
      ['/sense/hierarchy/tree/create/', { orgId: api.orgId, name: ' ' }],
      [`${inTree(treeId)}/rename/`, { name: 'x'.repeat(201) }],
      [`${inTree(treeId)}/sensor/create/`, sensorOf(branchId, { paramId: textId })],
      [`${inTree(treeId)}/sensor/create/`, sensorOf(branchId, { kind: 'heat' })],
    ] as const) {
      assert.equal(await post(path, body), '400 IncorrectRequest', JSON.stringify(body))
    }
    await post(`${inTree(treeId)}/delete/`)
  })

  test('every change leaves a record', async () => {
    const { sql } = api.service.db
    const rows = await sql<{ action: string }[]>`
      select distinct action from audit where org_id = ${api.orgId} and object_kind = 'tree' order by action`
    assert.deepEqual(
      rows.map(({ action }) => action),
      [
        'tree.change-sensor',
        'tree.create',
        'tree.create-branch',
        'tree.create-sensor',
        'tree.delete',
        'tree.delete-branch',
        'tree.delete-sensor',
        'tree.duplicate',
        'tree.move-branch',
        'tree.move-sensor',
        'tree.rename',
        'tree.rename-branch',
        'tree.rename-sensor',
      ],
    )
  })
})
