import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareApi } from '../testing/shared-api.ts'
import { formatVersion } from './document.contract.ts'
import { moverOf, refused } from './testing/mover.ts'
import { dashboard, plant, report, tree, visualization } from './testing/views.ts'

const { tariff: _tariff, ...treeWithoutTariff } = tree
const alert = {
  id: 9,
  name: 'Hot',
  slug: 'hot',
  conditionLogic: 'all',
  logAs: 'warning',
  conditions: [{ paramId: 3, kind: 'g', value: 250 }],
  actions: [],
}

/** Parts of a document that each version added. */
const parts: Readonly<Record<number, object>> = {
  1: {
    exportedOn: '2026-11-01T00:00:00.000Z',
    organization: { id: 1, name: 'Mill' },
    templates: [],
    ...plant,
    alerts: [alert],
  },
  2: {
    settings: { timeZone: 'Europe/Kyiv' },
    dashboards: [dashboard],
    visualizations: [visualization],
    reports: [report],
    trees: [treeWithoutTariff],
  },
  3: {
    contacts: [{ id: 11, name: 'Anna', language: 'pl', channels: [{ type: 'email', address: 'anna@example.org' }] }],
    contactGroups: [{ id: 12, name: 'Night', members: [11], rotation: { kind: 'by-hand', onDutyId: 11 } }],
    escalationPolicies: [{ id: 13, name: 'Heat', steps: [{ afterMinutes: 0, contactIds: [11], groupIds: [12] }] }],
    maintenanceWindows: [
      {
        id: 14,
        name: 'Service',
        rule: { kind: 'weekly', days: [2], fromMinute: 480, tillMinute: 600 },
        deviceIds: [2],
      },
    ],
  },
  4: {
    networks: [{ ...plant.networks[0], outage: { afterMinutes: 7, policyId: 13 } }],
    dashboards: [
      {
        ...dashboard,
        widgets: [],
        grid: [
          {
            id: 'w1',
            kind: 'number',
            title: '',
            place: { column: 1, row: 1, width: 4, height: 4 },
            order: 1,
            settings: { value: { paramId: 3 }, hasTrend: false, limits: [] },
          },
        ],
      },
    ],
    alertTemplates: [],
  },
}

const countsOf: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1: { networks: 1, devices: 1, params: 2, alerts: 1 },
  2: { dashboards: 1, visualizations: 1, reports: 1, trees: 1 },
  3: { contacts: 1, contactGroups: 1, escalationPolicies: 1, maintenanceWindows: 1 },
  4: {},
}

describe('a document of an earlier version', () => {
  let mover: ReturnType<typeof moverOf>
  shareApi((api) => {
    mover = moverOf(api)
  })

  const versions = Array.from({ length: formatVersion - 1 }, (_, index) => index + 1)
  for (const version of versions)
    test(`${version} is imported with all its parts; missing parts are as in a new organization`, async () => {
      const earlier = versions.filter((one) => one <= version)
      const part = Object.assign({}, ...earlier.map((one) => parts[one])) as object
      const counts = Object.assign({}, ...earlier.map((one) => countsOf[one])) as Record<string, number>
      const orgId = await mover.emptyOrg()
      const unset = (await mover.give(orgId)).settings
      assert.deepEqual((await mover.take(orgId, { ...part, formatVersion: version })).notes, [])
      const exported = await mover.give(orgId)
      assert.equal(exported.formatVersion, formatVersion)
      assert.deepEqual(exported.settings, { ...unset, ...(version > 1 && { timeZone: 'Europe/Kyiv' }) })
      const found = Object.entries(exported).flatMap(([list, items]) =>
        Array.isArray(items) && items.length > 0 ? [[list, items.length]] : [],
      )
      assert.deepEqual(Object.fromEntries(found), counts)
      assert.deepEqual(exported.networks[0]?.link, {
        timeoutMs: 1000,
        exchangeDepth: 1,
        isKeylessAllowed: false,
        isPasswordUnprovenAllowed: false,
        isWritingAllowed: true,
      })
      assert.equal(exported.networks[0].outage?.afterMinutes, version < 4 ? undefined : 7)
      assert.deepEqual(exported.alerts[0]?.dependsOn, { alertIds: [], netIds: [], isCriticalHeld: false })
      assert.equal(exported.dashboards[0]?.grid?.length, version < 4 ? undefined : 1)
      const [branch] = exported.reports[0]?.branches ?? []
      assert.equal(branch?.name, version === 1 ? undefined : 'Whole site')
    })

  test('a later version is refused', async () => {
    const orgId = await mover.emptyOrg()
    refused(await mover.send(orgId, { formatVersion: formatVersion + 1 }), 400, 'IncorrectRequest', /formatVersion/)
  })
})
