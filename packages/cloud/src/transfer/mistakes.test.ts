import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { moverOf, net, param, refused } from './testing/mover.ts'
import { dashboard, fullDocument, plant, report, root, sensor, top, tree, visualization } from './testing/views.ts'

let mover: ReturnType<typeof moverOf>

describe('errors in dashboards, visualizations, reports and trees', () => {
  shareApi((api: TestApi) => {
    mover = moverOf(api)
  })

  test('a mistake is named by its place, and then nothing is stored', async () => {
    const orgId = await mover.emptyOrg()
    const other = randomUUID()
    const branches = (...some: object[]) => ({ reports: [{ ...report, branches: some }] })
    const deep = Array.from({ length: 11 }, () => randomUUID())
    const levels = deep.map((id, i) => ({ id, name: 'x', ...(i > 0 && { parentBranchId: deep[i - 1] }) }))
    const place = { column: 1, row: 1, width: 4, height: 4 }
    const gridOf = (...values: object[]) => ({
      dashboards: [
        {
          ...dashboard,
          grid: values.map((value, i) => ({
            id: `w${i}`,
            kind: 'setpoint',
            title: '',
            place,
            order: i,
            settings: { value },
          })),
        },
      ],
    })
    const rows: [object, RegExp][] = [
      [{ dashboards: [{ ...dashboard, widgets: [3, 77] }] }, /dashboards\.0\.widgets\.1: no parameter .* 77$/],
      [{ dashboards: [{ ...dashboard, widgets: [3, 3] }] }, /dashboards\.0\.widgets\.1: 3 is there twice/],
      [gridOf({ paramId: 77 }), /dashboards\.0\.grid\.0\.settings\.value\.paramId: no parameter .* 77$/],
      [gridOf({ paramId: 3 }, { paramId: 4 }), /dashboards\.0\.grid\.1\.place: lies on another widget/],
      [{ dashboards: [dashboard, { ...dashboard, id: 9 }] }, /dashboards\.1\.isDefault: there is one/],
      [{ dashboards: [dashboard, dashboard] }, /dashboards\.1\.id: 5 is there twice/],
      [
        { dashboards: [{ ...dashboard, settings: { columns: 99, refreshSec: 5 } }] },
        /dashboards\.0\.settings\.columns/,
      ],
      [{ visualizations: [{ ...visualization, source: '<svg' }] }, /visualizations\.0\.source: /],
      [
        { visualizations: [{ ...visualization, bindings: [{ code: 'a', param: 77 }] }] },
        /\.bindings\.0\.param: .* 77$/,
      ],
      [
        { visualizations: [{ ...visualization, bindings: [{ code: 'a', formula: '1 +' }] }] },
        /0\.bindings\.0\.formula: /,
      ],
      [
        { visualizations: [{ ...visualization, bindings: [{ code: 'a', formula: '#77' }] }] },
        /formula: no parameter .* 77$/,
      ],
      [{ visualizations: [{ ...visualization, slug: 'A B' }] }, /visualizations\.0\.slug: /],
      [{ visualizations: [{ ...visualization, data: { note: '' } }] }, /visualizations\.0\.data\.note: /],
      [
        { visualizations: [visualization, { ...visualization, id: 7 }] },
        /visualizations\.1\.slug: boiler is there twice/,
      ],
      [
        branches({ id: top, name: 'x', value: { paramId: 4 } }),
        /reports\.0\.branches\.0\.value\.paramId: .*with numbers/,
      ],
      [branches({ id: top, name: 'x', value: { paramId: 77 } }), /reports\.0\.branches\.0\.value\.paramId: .* 77$/],
      [branches({ id: top, name: 'x', value: { formula: '(' } }), /reports\.0\.branches\.0\.value\.formula: /],
      [branches({ id: top, name: 'x', parentBranchId: other }), /reports\.0\.branches\.0\.parentBranchId: /],
      [branches({ id: top, name: 'x', value: { linkId: top } }), /reports\.0: Links lead round in a circle/],
      [branches({ id: top, name: 'x' }, { id: top, name: 'y' }), /reports\.0\.branches\.1\.id: .* twice/],
      [{ reports: [report, { ...report, id: other }] }, /reports\.1\.branches\.0\.id: .* twice/],
      [{ reports: [report, report] }, /reports\.1\.id: .* twice/],
      [{ trees: [{ ...tree, timeZone: 'Moon' }] }, /trees\.0\.timeZone: /],
      [
        { trees: [{ ...tree, branches: [{ id: root, name: 'x', parentBranchId: root }] }] },
        /branches\.0\.parentBranchId/,
      ],
      [{ trees: [{ ...tree, branches: levels, sensors: [] }] }, /trees\.0\.branches\.10\.parentBranchId: .*10 levels/],
      [{ trees: [{ ...tree, sensors: [{ ...sensor, branchId: other }] }] }, /trees\.0\.sensors\.0\.branchId: /],
      [{ trees: [{ ...tree, sensors: [{ ...sensor, paramId: 4 }] }] }, /trees\.0\.sensors\.0\.paramId: .*numbers/],
      [{ trees: [{ ...tree, sensors: [{ ...sensor, paramId: 77 }] }] }, /trees\.0\.sensors\.0\.paramId: .* 77$/],
      [
        { trees: [{ ...tree, sensors: [sensor, { ...sensor, id: other }] }] },
        /trees\.0\.sensors\.1: .*main meter: Main/,
      ],
      [{ trees: [{ ...tree, sensors: [sensor, sensor] }] }, /trees\.0\.sensors\.1\.id: .* twice/],
      [{ trees: [tree, tree] }, /trees\.1\.id: .* twice/],
      [{ settings: { timeZone: 'Moon' } }, /settings\.timeZone: /],
      [{ settings: { keepDays: 0 } }, /settings\.keepDays: /],
      [{ networks: [{ ...net, link: { timeoutMs: 1 } }] }, /networks\.0\.link\.timeoutMs: /],
      [{ networks: [{ ...net, quiet: { activeHours: {} } }] }, /networks\.0\.quiet\.activeHours/],
      [{ params: [{ ...param, keepDays: 0 }] }, /params\.0\.keepDays: /],
    ]
    for (const [change, message] of rows) {
      refused(await mover.send(orgId, { ...fullDocument, ...change }), 400, 'IncorrectRequest', message)
    }
    assert.deepEqual(await mover.counts(orgId), [0, 0, 0, 0, 0, 0])
    const { settings } = await mover.give(orgId)
    assert.equal(settings.timeZone, 'UTC')
  })

  test('no more than the endpoints let people have', async () => {
    const orgId = await mover.emptyOrg()
    const many = (count: number, one: (i: number) => object) => Array.from({ length: count }, (_, i) => one(i))
    const named = (list: string, count: number, one: (i: number) => object) => ({ ...plant, [list]: many(count, one) })
    const rows: [object, RegExp][] = [
      [
        named('dashboards', 201, (i) => ({ ...dashboard, id: i + 1, isDefault: false })),
        /dashboards\.200: there are 200/,
      ],
      [named('visualizations', 501, (i) => ({ ...visualization, id: i + 1, slug: `v${i}` })), /visualizations: .* 500/],
      [named('reports', 201, () => ({ id: randomUUID(), name: 'x', branches: [] })), /reports\.200: .* 200 reports/],
      [named('trees', 51, () => ({ ...tree, id: randomUUID() })), /trees: .* 50/],
    ]
    for (const [part, message] of rows) refused(await mover.send(orgId, part), 400, 'IncorrectRequest', message)
    assert.deepEqual(await mover.counts(orgId), [0, 0, 0, 0, 0, 0])
  })
})
