import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runs } from '@busbar/kit/testing'
import { templates as shippedTemplates } from '@busbar/templates'
import * as fc from 'fast-check'
import { seedTemplates } from '../devices/templates/seed.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { device, moverOf, net, param, refused } from './testing/mover.ts'
import { anyDocument } from './testing/transfer.arbitrary.ts'
import { withoutIds } from './testing/without-ids.ts'

let api: TestApi

let mover: ReturnType<typeof moverOf>

const template = {
  id: 4,
  name: 'Own',
  manufacturer: 'ACME',
  version: '1',
  skus: ['acme'],
  readGroupSize: 60,
  writeFunction: 'normal',
  paramTemplates: [{ name: 'Voltage', address: 0, registerKind: 'input', valueType: 'u16' }],
}

describe('transfer', () => {
  shareApi((started) => {
    api = started
    mover = moverOf(api)
    return seedTemplates(api.service.db, api.service.now)
  })

  test('out, into an empty organization and out again: the same but for ids', async () => {
    const shipped = [...shippedTemplates().values()].map(({ name, manufacturer, version }) => ({
      name,
      manufacturer,
      version,
    }))
    await fc.assert(
      fc.asyncProperty(anyDocument(shipped), async (document) => {
        const [first, second] = [await mover.emptyOrg(), await mover.emptyOrg()]
        await mover.take(first, document)
        const once = await mover.give(first)
        await mover.take(second, once)
        const twice = await mover.give(second)
        assert.deepEqual(withoutIds(twice), withoutIds(once))
        const { templates: _own, ...others } = withoutIds(document)
        const { templates: _tidied, ...exported } = withoutIds(once)
        assert.deepEqual(exported, others)
      }),
      { numRuns: runs(25) },
    )
  })

  test('photos are exported on request and checked on import', async () => {
    const photo = Buffer.from('ffd8ffc0000b080003000201012200ffda000201020304ffd9', 'hex').toString('base64')
    const [first, second] = [await mover.emptyOrg(), await mover.emptyOrg()]
    await mover.take(first, { networks: [{ ...net, photo }], devices: [{ ...device, photo }] })
    const plain = await mover.give(first)
    assert.deepEqual([plain.networks[0]?.photo, plain.devices[0]?.photo], [undefined, undefined])
    await mover.take(second, await mover.give(first, '?photos=true'))
    const moved = await mover.give(second, '?photos=true')
    assert.deepEqual([moved.networks[0]?.photo, moved.devices[0]?.photo], [photo, photo])
    const other = Buffer.from('<svg/>').toString('base64')
    refused(
      await mover.send(second, { networks: [net], devices: [{ ...device, photo: other }] }),
      400,
      'IncorrectRequest',
      /devices\.0\.photo/,
    )
  })

  test('only an owner moves an organization', async () => {
    const path = `/org/${api.orgId}`
    refused(await api.call('manager', 'GET', `${path}/export/`), 401, 'NotAuthorized')
    refused(await api.call('stranger', 'GET', `${path}/export/`), 404, 'ObjectNotFound')
    const sent = { format: 'busbar-organization', formatVersion: 1 }
    refused(await api.call('manager', 'POST', `${path}/import/`, sent), 401, 'NotAuthorized')
    refused(await api.call('stranger', 'POST', `${path}/import/`, sent), 404, 'ObjectNotFound')
    assert.deepEqual(await mover.take(await mover.emptyOrg(), {}), {
      templates: {},
      networks: {},
      devices: {},
      params: {},
      contacts: {},
      contactGroups: {},
      escalationPolicies: {},
      alertTemplates: {},
      alerts: {},
      maintenanceWindows: {},
      dashboards: {},
      visualizations: {},
      reports: {},
      reportBranches: {},
      trees: {},
      notes: [],
      plan: { dials: [], writes: [], actions: [], recipients: [] },
      isPlan: false,
    })
  })

  test('passwords leave only when they are asked for, and exports and imports are in the audit log without them', async () => {
    const orgId = await mover.emptyOrg()
    await mover.take(orgId, { networks: [{ ...net, devicePasswords: ['hush-hush'] }] })
    assert.deepEqual((await mover.give(orgId)).networks[0]?.devicePasswords, ['hush-hush'])
    for (const query of ['', '?secrets=false'])
      assert.doesNotMatch(JSON.stringify(await mover.give(orgId, query)), /hush-hush/)
    const audited = await api.service.db.sql`select action, after from audit where org_id = ${orgId} order by id`
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['org.import', 'org.export', 'org.export', 'org.export'],
    )
    assert.doesNotMatch(JSON.stringify(audited), /hush-hush/)
  })

  test('slugs and names that are taken get a number, and references follow', async () => {
    const orgId = await mover.emptyOrg()
    const fullDocument = {
      networks: [net],
      devices: [{ ...device, templateId: 4 }],
      params: [param],
      templates: [template],
    }
    const first = await mover.take(orgId, fullDocument)
    const second = await mover.take(orgId, fullDocument)
    const other = { ...template, readGroupSize: 1 }
    const third = await mover.take(orgId, { ...fullDocument, templates: [other] })
    const { networks, devices, params, templates } = await mover.give(orgId)
    assert.deepEqual(
      networks.map(({ slug }) => slug),
      ['hall', 'hall-2', 'hall-3'],
    )
    assert.deepEqual(
      devices.map(({ slug }) => slug),
      ['meter', 'meter-2', 'meter-3'],
    )
    assert.deepEqual(
      params.map(({ slug }) => slug),
      ['u', 'u', 'u'],
    )
    assert.deepEqual(
      templates.map(({ name }) => name),
      ['Own', 'Own (2)'],
    )
    assert.equal(second.templates['4'], first.templates['4'])
    assert.deepEqual(
      devices.map(({ netId, templateId }) => [netId, templateId]),
      [first, second, third].map((made) => [made.networks['1'], made.templates['4']]),
    )
    const both = await mover.take(orgId, { networks: [net, { ...net, id: 9, slug: 'hall-4' }] })
    const slugs = (await mover.give(orgId)).networks.map(({ id, slug }) => [id, slug])
    assert.deepEqual(slugs.slice(-2), [
      [both.networks['1'], 'hall-5'],
      [both.networks['9'], 'hall-4'],
    ])
  })

  test('parts refer to earlier parts by what those became', async () => {
    const orgId = await mover.emptyOrg()
    const { networks, templates } = await mover.take(orgId, { networks: [net], templates: [template] })
    const known = { networks, templates }
    const { devices } = await mover.take(orgId, { devices: [{ ...device, templateId: 4 }], params: [param], known })
    await mover.take(orgId, { params: [param], known: { devices } })
    const out = await mover.give(orgId)
    assert.deepEqual(
      out.params.map(({ deviceId, slug }) => [deviceId, slug]),
      [
        [devices['2'], 'u'],
        [devices['2'], 'u-2'],
      ],
    )
    const elsewhere = await mover.emptyOrg()
    refused(await mover.send(elsewhere, { devices: [device], known: { networks } }), 404, 'ObjectNotFound')
    refused(await mover.send(elsewhere, { params: [param], known: { devices } }), 404, 'ObjectNotFound')
    refused(await mover.send(elsewhere, { known: { templates } }), 404, 'ObjectNotFound')
  })

  test('a mistake is named by its place, and then nothing is stored', async () => {
    const orgId = await mover.emptyOrg()
    const fullDocument = { networks: [net], devices: [device], params: [param], templates: [template] }
    const wrong: [object, RegExp][] = [
      [{ formatVersion: 6 }, /body\.formatVersion/],
      [{ networks: [net, { ...net, slug: 'b' }] }, /body\.networks\.1\.id: 1 is there twice/],
      [{ networks: [net, { ...net, id: 9 }] }, /body\.networks\.1\.slug: hall is there twice/],
      [{ networks: [{ ...net, ip: 'no host' }] }, /body\.networks\.0\.ip: /],
      [{ networks: [{ ...net, controllerKind: 'x' }] }, /body\.networks\.0\.controllerKind: /],
      [{ networks: [{ ...net, disabledBy: 'user' }] }, /body\.networks\.0\.disabledBy: /],
      [{ devices: [{ ...device, netId: 77 }] }, /body\.devices\.0\.netId: .*77/],
      [{ devices: [{ ...device, templateId: 77 }] }, /body\.devices\.0\.templateId: .*77/],
      [{ devices: [{ ...device, modbusUnitId: 256 }] }, /body\.devices\.0\.modbusUnitId: /],
      [{ params: [param, { ...param, id: 5, slug: 'v', deviceId: 77 }] }, /body\.params\.1\.deviceId: .*77/],
      [{ params: [param, { ...param, id: 5 }] }, /body\.params\.1\.slug: u is there twice/],
      [{ devices: [{ ...device, disabledOn: '0000-01-01T00:00:00Z' }] }, /body\.devices\.0\.disabledOn/],
      [{ params: [{ ...param, valueType: 'string' }] }, /body\.params\.0: bitsAmount/],
      [
        { templates: [{ ...template, paramTemplates: [{ ...template.paramTemplates[0], valueType: 'enum' }] }] },
        /body\.templates\.0\.paramTemplates\.0: enum/,
      ],
    ]
    for (const [change, message] of wrong) {
      refused(await mover.send(orgId, { ...fullDocument, ...change }), 400, 'IncorrectRequest', message)
    }
    const { networks, devices, params, templates } = await mover.give(orgId)
    assert.deepEqual([networks, devices, params, templates], [[], [], [], []])
  })

  test('the quota holds, for enabled devices only and for imports at once', async () => {
    const orgId = await mover.emptyOrg(2)
    const named = (slug: string, fields: object = {}) => ({
      networks: [{ ...net, slug }],
      devices: [{ ...device, slug, ...fields }],
    })
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((slug) => mover.send(orgId, named(slug))))
    assert.deepEqual(
      outcomes.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 401, 401],
    )
    refused(await mover.send(orgId, named('e')), 401, 'NotAuthorized', /quota .* 2 /)
    await mover.take(orgId, named('f', { disabledOn: '2026-01-01T00:00:00.000Z' }))
  })

  test('an import does not take over a gateway by MAC, and reports a missing template', async () => {
    const orgId = await mover.emptyOrg()
    const shippedTemplate = { name: 'Nobody', manufacturer: 'has', version: 'it' }
    const { ip: _ip, port: _port, ...unreached } = net
    const { notes } = await mover.take(orgId, {
      networks: [{ ...unreached, mac: '02:00:5e:10:00:01' }],
      devices: [{ ...device, shippedTemplate }],
    })
    assert.equal(notes.length, 2)
    assert.match(notes.join(), /networks\.0\.mac.*devices\.0\.shippedTemplate/)
    const [kept] = (await mover.give(orgId)).networks
    assert.equal(kept?.mac, undefined)
  })
})
