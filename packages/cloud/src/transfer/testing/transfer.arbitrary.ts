import { formatProblem, registerKinds, valueTypes } from '@busbar/modbus'
import * as fc from 'fast-check'
import { mqttSettings } from '../../integrations/mqtt/settings.ts'
import type { Document } from '../document.contract.ts'
import { goneParams } from '../export/export.ts'
import { anyViews, name } from './views.arbitrary.ts'
import type { OrgContent } from './without-ids.ts'

const texts = fc.record({ en: name, pl: name, uk: name }, { requiredKeys: ['en'] })
const decimal = fc.oneof(
  fc.constantFrom('0.10', '1', '-12.5', '0.0000001'),
  fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
)
const moment = fc.constantFrom('2025-01-02T03:04:05.678Z', '2026-11-14T00:00:00.000Z')
const writeFunction = fc.constantFrom('normal' as const, 'always-6' as const, 'always-16' as const)

const paramFields = fc
  .record(
    {
      name: texts,
      description: texts,
      category: texts,
      label: name,
      address: fc.nat(60_000),
      registerKind: fc.constantFrom(...registerKinds),
      valueType: fc.constantFrom(...valueTypes),
      order: fc.constantFrom('ABCD' as const, 'CDAB' as const),
      multiplier: decimal,
      shift: decimal,
      precision: fc.nat(12),
      rolloverAt: fc.constantFrom(`1${'0'.repeat(31)}`, `1${'0'.repeat(31)}.5`),
      hourlyMax: fc.constantFrom('0.5', '1200'),
      min: decimal,
      unitName: name,
      enum: fc.dictionary(fc.nat(9).map(String), fc.oneof(name, texts), {
        minKeys: 1,
        maxKeys: 3,
      }),
      nanValues: fc.array(fc.constantFrom('0x7F', '12'), { minLength: 1, maxLength: 2 }),
      coding: fc.constantFrom({ negativeFrom: 10 }, { signAt: { address: 9, positive: 0, negative: 1 } }),
      isTracked: fc.boolean(),
      isProgrammable: fc.boolean(),
    },
    {
      requiredKeys: [
        'name',
        'address',
        'registerKind',
        'valueType',
        'order',
        'multiplier',
        'shift',
        'isTracked',
        'isProgrammable',
      ],
    },
  )
  // A value whose coding names another register can only be read.
  .map((param) => (param.coding && 'signAt' in param.coding ? { ...param, isProgrammable: false } : param))
  .map((param) => {
    if (formatProblem(param, param.registerKind) === null) return param
    const { nanValues: _n, coding: _c, ...plain } = param
    return { ...plain, registerKind: 'holding' as const, valueType: 'f32' as const }
  })

const windowRule = fc.constantFrom<Document['maintenanceWindows'][number]['rule']>(
  { kind: 'weekly', days: [1, 7], fromMinute: 480, tillMinute: 1440 },
  { kind: 'monthly', nth: -1, day: 6, fromMinute: 1320, tillMinute: 60 },
  { kind: 'once', from: '2026-11-20T08:00:00.000Z', till: '2026-11-20T10:00:00.000Z' },
)

const quiet = fc.constantFrom<Document['alerts'][number]['quiet']>(
  { windows: [] },
  { windows: [{ from: '2026-11-14T18:00:00.000Z', till: '2026-11-14T20:00:00.000Z' }] },
  {
    activeHours: { timeZone: 'Europe/Kyiv', spans: [{ days: [1, 7], fromMinute: 480, tillMinute: 60 }] },
    windows: [],
  },
)

const settings = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Warsaw'),
  keepDays: fc.constantFrom(null, 1, 36_500),
  isOutageHeldBack: fc.boolean(),
  disableSms: fc.boolean(),
  smsLimit: fc.constantFrom(null, 0, 12.5),
  connectors: fc.constantFrom([], [{ kind: 'mqtt', name: 'HA', settings: mqttSettings.parse({ url: 'mqtt://h' }) }]),
  webhookBodies: fc.constantFrom([], [{ address: 'https://example.org/hook', body: '{"text": "{title}"}' }]),
})

const alert = fc.record(
  {
    name,
    description: name,
    conditionLogic: fc.constantFrom('all', 'any'),
    logAs: fc.constantFrom('none', 'critical'),
    isEnabled: fc.boolean(),
    holdOffSec: fc.nat(86_400),
    maxAgeSec: fc.integer({ min: 1, max: 604_800 }),
    flapping: fc.constantFrom(null, { changes: 3, minutes: 1440 }),
    conditions: fc.array(fc.record({ kind: fc.constantFrom('no-data', 'reading-error'), holdSec: fc.nat(9) }), {
      minLength: 1,
      maxLength: 2,
    }),
    actions: fc.constantFrom([], [{ timeoutMinutes: 0, type: 'email', recepient: 'a@example.org' }]),
    followUps: fc.constantFrom([], [{ stage: 'resolved', timeoutMinutes: 5, type: 'sms', recepient: '+48600100200' }]),
    quiet,
  },
  {
    requiredKeys: [
      'name',
      'conditionLogic',
      'logAs',
      'isEnabled',
      'holdOffSec',
      'flapping',
      'conditions',
      'actions',
      'followUps',
      'quiet',
    ],
  },
)

const template = fc.record({
  name,
  manufacturer: name,
  readGroupSize: fc.integer({ min: 1, max: 255 }),
  writeFunction,
  paramTemplates: fc.array(paramFields, { minLength: 1, maxLength: 2 }),
})

const card = fc.record({
  tags: fc.constantFrom<string[]>([], ['heat', 'north']),
  groupName: fc.constantFrom('', 'School'),
  location: fc.constant('Cellar'),
  serialNumber: fc.constantFrom('', 'SN 7'),
  note: fc.constant(''),
  custom: fc.constantFrom<{ name: string; value: string }[]>([], [{ name: 'Owner', value: 'Anna' }]),
})

const net = fc
  .record(
    {
      name,
      card,
      description: name,
      solution: fc.constantFrom('standalone' as const, 'ice' as const),
      protocol: fc.constantFrom('modbustcp' as const, 'rtu-over-tcp' as const),
      controllerKind: fc.constant('generic'),
      controllerModbusUnitId: fc.nat(255),
      devicePasswords: fc.array(fc.constantFrom('secret', 'p w'), { maxLength: 2 }),
      link: fc.record({
        timeoutMs: fc.integer({ min: 50, max: 60_000 }),
        exchangeDepth: fc.integer({ min: 1, max: 16 }),
        isKeylessAllowed: fc.boolean(),
        isPasswordUnprovenAllowed: fc.boolean(),
        isWritingAllowed: fc.boolean(),
      }),
      quiet,
      place: fc.constantFrom({ latitude: 50.45, longitude: 30.52 }, { latitude: -90, longitude: 180 }, {}),
      reach: fc.constantFrom({ ip: '192.0.2.7', port: 502 }, { ip: 'plc.example.org', port: 1502 }, {}),
      off: fc.option(
        fc.record({ disabledOn: moment, disabledBy: fc.constantFrom('user' as const, 'admin' as const) }),
        {
          nil: {},
        },
      ),
    },
    {
      requiredKeys: [
        'name',
        'solution',
        'protocol',
        'controllerKind',
        'controllerModbusUnitId',
        'devicePasswords',
        'link',
        'quiet',
        'place',
        'reach',
        'off',
      ],
    },
  )
  .map(({ place, reach, off, ...rest }) => ({ ...rest, ...place, ...reach, ...off }))

const device = fc.record(
  {
    name,
    card,
    description: name,
    modbusUnitId: fc.nat(255),
    updatePeriodSec: fc.integer({ min: 1, max: 86_400 }),
    readGroupSize: fc.integer({ min: 1, max: 255 }),
    writeFunction,
    modbusTimeoutRetriesNum: fc.nat(10),
    disabledOn: moment,
  },
  {
    requiredKeys: [
      'name',
      'modbusUnitId',
      'updatePeriodSec',
      'readGroupSize',
      'writeFunction',
      'modbusTimeoutRetriesNum',
    ],
  },
)

/** Contacts, groups of them, and policies that name both; all of them, or none. */
const people = fc.constantFrom<Pick<OrgContent, 'contacts' | 'contactGroups' | 'escalationPolicies'>>(
  { contacts: [], contactGroups: [], escalationPolicies: [] },
  {
    contacts: [
      {
        id: 600,
        name: 'Anna',
        language: 'uk',
        channels: [
          { type: 'sms', address: '+48600100200' },
          { type: 'webhook', address: 'https://x.example/secret' },
        ],
        hours: [{ days: [1, 7], fromMinute: 1320, tillMinute: 360, types: ['sms'] }],
        isAlwaysForCritical: true,
      },
      {
        id: 601,
        name: 'Jan',
        language: 'pl',
        channels: [{ type: 'email', address: 'jan@example.org' }],
        isAlwaysForCritical: false,
      },
    ],
    contactGroups: [
      {
        id: 700,
        name: 'Night',
        members: [601, 600],
        rotation: { kind: 'weekly', startsOn: '2026-11-16', handoverMinute: 480 },
        overrides: [
          { contactId: 600, insteadOfId: 601, from: '2026-11-16T00:00:00.000Z', till: '2026-11-17T00:00:00.000Z' },
          { contactId: 601, from: '2026-12-16T00:00:00.000Z', till: '2026-12-17T00:00:00.000Z' },
        ],
      },
      { id: 701, name: 'Day', members: [600], rotation: { kind: 'by-hand', onDutyId: 600 }, overrides: [] },
    ],
    escalationPolicies: [
      { id: 800, name: 'Once', steps: [{ afterMinutes: 0, contactIds: [601], groupIds: [] }], rounds: 1 },
      {
        id: 801,
        name: 'Heat',
        steps: [
          { afterMinutes: 0, contactIds: [], groupIds: [701, 700] },
          { afterMinutes: 15, contactIds: [600, 601], groupIds: [] },
        ],
        repeatMinutes: 30,
        rounds: 4,
      },
    ],
  },
)

/** Adds a device whose parameter is computed from two others, where there are such. */
const withComputed = <D extends Pick<OrgContent, 'networks' | 'devices' | 'params'>>(document: D): D => {
  const inputs = document.params.filter(({ valueType }) => valueType !== 'string')
  const [first, last] = [inputs[0], inputs.at(-1)]
  const { networks, devices, params } = document
  if (first === undefined || last === undefined) return document
  const computed: OrgContent['devices'][number] = {
    id: 390,
    netId: networks[0]?.id ?? 0,
    name: 'Totals',
    slug: 'totals',
    modbusUnitId: 0,
    updatePeriodSec: 60,
    readGroupSize: 60,
    writeFunction: 'normal',
    modbusTimeoutRetriesNum: 1,
    isComputed: true,
  }
  const param: OrgContent['params'][number] = {
    id: 470,
    deviceId: 390,
    name: { en: 'Sum' },
    slug: 'sum',
    address: 0,
    registerKind: 'computed',
    valueType: 'f64',
    order: 'ABCD',
    multiplier: '1',
    shift: '0',
    isTracked: true,
    isProgrammable: false,
    formula: `#${first.id} + (#${last.id} - #480) / 2`,
  }
  return { ...document, devices: [...devices, computed], params: [...params, param] }
}

/** Named by what outlives them. */
const goneIds = [480, 481]

/** A document whose parts refer to each other; `shipped` are templates that the installation has. */
export const anyDocument = (
  shipped: readonly NonNullable<Document['devices'][number]['shippedTemplate']>[],
): fc.Arbitrary<OrgContent> =>
  fc
    .record({
      templates: fc.array(template, { maxLength: 3 }),
      networks: fc.array(net, { minLength: 1, maxLength: 3 }),
      devices: fc.array(fc.tuple(device, fc.nat(), fc.nat(5)), { maxLength: 5 }),
      params: fc.array(fc.tuple(paramFields, fc.nat(), fc.constantFrom(null, 7)), { maxLength: 8 }),
      alerts: fc.array(fc.tuple(alert, fc.nat()), { maxLength: 2 }),
      windows: fc.array(fc.tuple(windowRule, fc.boolean()), { maxLength: 2 }),
      settings,
      people,
    })
    .map((parts) => {
      const templates = parts.templates.map((one, i) => {
        const paramTemplates = one.paramTemplates.map((param, j) => ({ ...param, label: `L${j}` }))
        return { ...one, paramTemplates, id: 100 + i, version: `${i}`, skus: [`sku-${i}`] }
      })
      const networks = parts.networks.map((one, i) => ({ ...one, id: 200 + i, slug: `net-${i}` }))
      const devices = parts.devices.map(([one, where, from], i) => ({
        ...one,
        id: 300 + i,
        slug: `device-${i}`,
        netId: 200 + (where % networks.length),
        ...(from < templates.length && { templateId: 100 + from }),
        ...(from === 5 && shipped[0] && { shippedTemplate: shipped[0] }),
      }))
      const params = devices.length === 0 ? [] : parts.params
      const document = {
        templates,
        networks,
        devices,
        settings: parts.settings,
        params: params.map(([one, owner, keepDays], i) => ({
          ...one,
          ...(keepDays !== null && {
            keepDays,
            exchanges: [{ on: '2026-10-01T10:00:00.500Z', endValue: '98765.4', startValue: '0', reason: 'Worn out' }],
          }),
          ...(i === 0 && owner % 2 === 0 && { isKey: true as const }),
          id: 400 + i,
          slug: `param-${i}`,
          deviceId: 300 + (owner % devices.length),
        })),
      }
      const alertCount = params.length === 0 ? 0 : parts.alerts.length
      return {
        ...document,
        ...parts.people,
        maintenanceWindows: parts.windows.map(([rule, isOfNet], i) => ({
          id: 600 + i,
          name: `Service ${i}`,
          ...(isOfNet && { reason: 'Filters' }),
          rule,
          netIds: isOfNet ? [200] : [],
          deviceIds: devices.slice(0, 1).map(({ id }) => id),
          alertIds: alertCount > 0 ? [500] : [],
        })),
        alerts: parts.alerts.slice(0, alertCount).map(([{ conditions, ...one }, where], i) => ({
          ...one,
          ...(parts.people.escalationPolicies[where] && { policyId: 800 + where }),
          id: 500 + i,
          slug: `alert-${i}`,
          // The first on the second: they refer to each other in any order.
          dependsOn: {
            alertIds: i === 0 && alertCount > 1 ? [501] : [],
            netIds: where % 2 === 0 ? [200] : [],
            isCriticalHeld: where % 3 === 0,
          },
          conditions: conditions.map((condition, at) => ({
            ...condition,
            paramId: 400 + ((where + at) % params.length),
            value: condition.kind === 'no-data' ? 60 : 0,
            deadband: 0,
          })),
        })),
      }
    })
    .chain((document) => {
      const ids = document.params.map(({ id }) => id)
      const counterIds = document.params.flatMap(({ id, valueType }) => (valueType === 'string' ? [] : [id]))
      return anyViews(ids, counterIds, goneIds).map((views) => {
        // As it comes over the wire: without the null prototypes that fast-check likes.
        const content = withComputed(
          JSON.parse(JSON.stringify({ ...document, ...views })) as Omit<OrgContent, 'goneParams'>,
        )
        return { ...content, goneParams: goneParams(content) }
      })
    })
