import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { moverOf, refused } from '../testing/mover.ts'
import { repeatedSheet } from './testing/repeated-sheet.ts'

interface ImportAnswer {
  format: string
  isStored: boolean
  plan: { networks: object[]; templates: { paramTemplates: object[] }[]; devices: { template: number }[] }
  notes: { code: string; message: string }[]
  questions: { id: string; text: string; default: string | null }[]
  templateIds: number[]
  netIds: number[]
  deviceIds: number[]
}

const hub = (rest: string): string =>
  `modbus:\n  - name: Attic\n    type: tcp\n    host: 192.0.2.9\n    timeout: 3\n${rest}`
const twoUnits = hub(`    sensors:
      - {name: U, unique_id: u, slave: 1, address: 0, data_type: float32, unit_of_measurement: V, scan_interval: 30}
      - {name: U, unique_id: u, slave: 2, address: 0, data_type: float32, unit_of_measurement: V, scan_interval: 30}
    switches:
      - {name: Pump, slave: 3, address: 4, write_type: coil}
`)
const table = 'Name;Register;Type;Scale;Unit\nVoltage;40001;uint16;0,1;V\nEnergy;40003;uint32;;kWh\n'

let api: TestApi
let mover: ReturnType<typeof moverOf>

describe('device definitions of other programs', () => {
  shareApi((started) => {
    api = started
    mover = moverOf(api)
    return Promise.resolve()
  })

  const send = (orgId: number, body: object, who: 'owner' | 'viewer' | 'stranger' = 'owner') =>
    api.call(who, 'POST', `/org/${orgId}/import-config/`, body)
  const run = async (orgId: number, body: object): Promise<ImportAnswer> => {
    const { status, body: answer } = await send(orgId, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer as ImportAnswer
  }

  test('a dry run stores nothing, a run stores all, with writing off', async () => {
    const orgId = await mover.emptyOrg()
    const files = [{ name: 'configuration.yaml', text: twoUnits }]
    const dry = await run(orgId, { files, isDry: true })
    assert.deepEqual([dry.format, dry.isStored, dry.deviceIds], ['home-assistant', false, []])
    assert.deepEqual(
      dry.plan.devices.map(({ template }) => template),
      [0, 0, 1],
    )
    assert.deepEqual(await mover.counts(orgId), [0, 0, 0, 0, 0, 0])
    const made = await run(orgId, { files, isDry: false, startPolling: true })
    assert.deepEqual(made.plan, dry.plan)
    assert.deepEqual(
      [made.isStored, made.templateIds.length, made.netIds.length, made.deviceIds.length],
      [true, 2, 1, 3],
    )
    const { networks, devices, params, templates } = await mover.give(orgId)
    assert.deepEqual(
      networks.map(({ name, ip, port, protocol, disabledOn, link }) => [
        name,
        ip,
        port,
        protocol,
        disabledOn,
        link.timeoutMs,
        link.isWritingAllowed,
      ]),
      [['Attic', '192.0.2.9', 502, 'modbustcp', undefined, 3000, false]],
    )
    assert.deepEqual(
      devices.map(({ name, modbusUnitId, updatePeriodSec }) => [name, modbusUnitId, updatePeriodSec]),
      [
        ['Attic 1', 1, 30],
        ['Attic 2', 2, 30],
        ['Attic 3', 3, 15],
      ],
    )
    assert.deepEqual(
      params.map(({ slug, valueType, isProgrammable }) => [slug, valueType, isProgrammable]),
      [
        ['u', 'f32', false],
        ['u', 'f32', false],
        ['pump', 'bit', true],
      ],
    )
    assert.equal(templates.length, 2)
    const audit = await api.service.db.sql<{ after: object }[]>`
      select after from audit where org_id = ${orgId} and action = 'org.import-config'`
    assert.deepEqual(
      audit.map(({ after }) => after),
      [
        {
          format: 'home-assistant',
          files: ['configuration.yaml'],
          templateIds: made.templateIds,
          netIds: made.netIds,
          deviceIds: made.deviceIds,
          isPolled: true,
        },
      ],
    )
  })

  test('questions are asked until they are answered; devices go into a network that is there', async () => {
    const orgId = await mover.emptyOrg()
    const first = await run(orgId, { files: [{ name: 'a.yaml', text: twoUnits }], isDry: false })
    const files = [{ name: 'meter.csv', text: table }]
    const answer = await run(orgId, { files, isDry: true })
    assert.deepEqual(
      answer.questions.filter((one) => one.default === null).map(({ id }) => id),
      ['network:1'],
    )
    refused(await send(orgId, { files, isDry: false }), 400, 'IncorrectRequest', /no answer yet to network:1/)
    refused(
      await send(orgId, { files, isDry: true, answers: { 'network:1': 'net:999999' } }),
      400,
      'IncorrectRequest',
      /"net:999999"/,
    )
    const answers = { 'network:1': `net:${first.netIds[0]}`, 'unit:1': '5' }
    const made = await run(orgId, { files, isDry: false, answers })
    assert.deepEqual(made.netIds, first.netIds)
    const { networks, devices, params } = await mover.give(orgId)
    assert.deepEqual([networks.length, devices.at(-1)?.name, devices.at(-1)?.netId], [1, 'meter', first.netIds[0]])
    assert.deepEqual(
      params
        .slice(-2)
        .map(({ registerKind, address, valueType, multiplier, unitName }) => [
          registerKind,
          address,
          valueType,
          multiplier,
          unitName,
        ]),
      [
        ['holding', 0, 'u16', '0.1', 'V'],
        ['holding', 2, 'u32', '1', 'kWh'],
      ],
    )
  })

  test('templates alone', async () => {
    const orgId = await mover.emptyOrg()
    const made = await run(orgId, { files: [{ name: 'meter.csv', text: table }], isTemplatesOnly: true, isDry: false })
    const { templates, devices, networks } = await mover.give(orgId)
    assert.deepEqual([made.templateIds, devices.length, networks.length], [templates.map(({ id }) => id), 0, 0])
    assert.deepEqual([templates[0]?.name, templates[0]?.paramTemplates.length], ['meter', 2])
  })

  test('a workbook comes as base64', async () => {
    const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Address</t></is></c></row>
      <row r="2"><c r="A2" t="inlineStr"><is><t>Voltage</t></is></c><c r="B2"><v>7</v></c></row></sheetData></worksheet>`
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    })
    const files = [{ name: 'map.xlsx', base64: Buffer.from(bytes).toString('base64') }]
    const { plan } = await run(await mover.emptyOrg(), { files, isTemplatesOnly: true, isDry: true })
    assert.deepEqual(plan.templates[0]?.paramTemplates, [
      {
        name: { en: 'Voltage' },
        registerKind: 'holding',
        address: 7,
        valueType: 'u16',
        isTracked: true,
        isProgrammable: false,
      },
    ])
  })

  test('a large file is read by a thread, and refused by it', async () => {
    const orgId = await mover.emptyOrg()
    const sensors = Array.from(
      { length: 300 },
      (_, n) => `      - {name: Sensor ${n}, slave: 1, address: ${n}, unit_of_measurement: V}\n`,
    )
    const text = hub(`    sensors:\n${sensors.join('')}`)
    const { plan } = await run(orgId, { files: [{ name: 'a.yaml', text }], isDry: true })
    assert.equal(plan.templates[0]?.paramTemplates.length, 300)
    refused(
      await send(orgId, { files: [{ name: 'a.yaml', text: `${text}: [` }], isDry: true }),
      400,
      'IncorrectRequest',
      /body\.files: a\.yaml:/,
    )
  })

  test('a sheet that is listed many times is read once', async () => {
    const files = [{ name: 'map.xlsx', base64: Buffer.from(repeatedSheet(200_000)).toString('base64') }]
    const { plan, notes } = await run(await mover.emptyOrg(), { files, isTemplatesOnly: true, isDry: true })
    assert.deepEqual([plan.templates.length, notes], [1, []])
  })

  test('two thousand nested arrays are a wrong request, in JSON and in files', async () => {
    const nested = `${'['.repeat(2000)}${']'.repeat(2000)}`
    const token = `token ${api.tokens.owner}`
    for (const path of [`/org/${api.orgId}/import-config/`, `/org/${api.orgId}/connectors/create/`, '/login/']) {
      const headers = { 'content-type': 'application/json', authorization: token }
      const answer = await fetch(`${api.url}/api/v1${path}`, { method: 'POST', headers, body: nested })
      assert.equal(answer.status, 400, path)
    }
    for (const format of ['home-assistant', 'thingsboard', 'esphome', 'telegraf'] as const) {
      const files = [{ name: 'a.txt', text: format === 'telegraf' ? `a = ${nested}` : nested }]
      refused(await send(api.orgId, { files, format, isDry: true }), 400, 'IncorrectRequest')
    }
  })

  test('refuses invalid files with the reason', async () => {
    const orgId = await mover.emptyOrg()
    const rows: [body: object, message: RegExp][] = [
      [{ files: [{ name: 'x.yaml', text: 'modbus: [' }], isDry: true }, /body\.files: x\.yaml:1/],
      [{ files: [{ name: 'x.bin', text: '???' }], isDry: true }, /name their format/],
      [{ files: [{ name: 'x.csv' }], isDry: true }, /either text or base64/],
      [{ files: [{ name: 'x.xlsx', base64: 'AAAA' }], isDry: true }, /no workbook/],
      [
        {
          files: [{ name: 'x.yaml', text: hub('    sensors:\n      - {name: A, slave: 1, address: 70000}\n') }],
          isDry: false,
        },
        /nothing in them/,
      ],
      [
        { files: [{ name: 'x.yaml', text: twoUnits.replace('192.0.2.9', 'not_a_host') }], isDry: true },
        /networks\.0\.ip/,
      ],
    ]
    for (const [body, message] of rows) refused(await send(orgId, body), 400, 'IncorrectRequest', message)
    const some = { files: [{ name: 'a.yaml', text: twoUnits }], isDry: true }
    refused(await send(api.orgId, some, 'viewer'), 401, 'NotAuthorized')
    refused(await send(api.orgId, some, 'stranger'), 404, 'ObjectNotFound')
    const small = await mover.emptyOrg(2)
    refused(await send(small, { ...some, startPolling: true }), 401, 'NotAuthorized')
  })
})
