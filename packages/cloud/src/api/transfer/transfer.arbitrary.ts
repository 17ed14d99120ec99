import { formatProblem, registerKinds, valueTypes } from '@busbar/modbus'
import * as fc from 'fast-check'
import type { Document } from './transfer.contract.ts'

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text)
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
      min: decimal,
      unitName: name,
      enum: fc.dictionary(fc.nat(9).map(String), fc.oneof(name, texts), {
        minKeys: 1,
        maxKeys: 3,
      }),
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
  .map((param) => {
    if (formatProblem(param, param.registerKind) === null) return param
    return { ...param, registerKind: 'holding' as const, valueType: 'f32' as const }
  })

const template = fc.record({
  name,
  manufacturer: name,
  readGroupSize: fc.integer({ min: 1, max: 255 }),
  writeFunction,
  paramTemplates: fc.array(paramFields, { minLength: 1, maxLength: 2 }),
})

const net = fc
  .record(
    {
      name,
      description: name,
      solution: fc.constantFrom('standalone' as const, 'ice' as const),
      protocol: fc.constantFrom('modbustcp' as const, 'rtu-over-tcp' as const),
      controllerKind: fc.constant('generic'),
      controllerModbusUnitId: fc.nat(255),
      devicePasswords: fc.array(fc.constantFrom('secret', 'p w'), { maxLength: 2 }),
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
        'reach',
        'off',
      ],
    },
  )
  .map(({ reach, off, ...rest }) => ({ ...rest, ...reach, ...off }))

const device = fc.record(
  {
    name,
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

export type Content = Pick<Document, 'templates' | 'networks' | 'devices' | 'params'>

/** A document whose parts refer to each other; `shipped` are templates that the installation has. */
export const anyDocument = (
  shipped: readonly NonNullable<Document['devices'][number]['shippedTemplate']>[],
): fc.Arbitrary<Content> =>
  fc
    .record({
      templates: fc.array(template, { maxLength: 3 }),
      networks: fc.array(net, { minLength: 1, maxLength: 3 }),
      devices: fc.array(fc.tuple(device, fc.nat(), fc.nat(5)), { maxLength: 5 }),
      params: fc.array(fc.tuple(paramFields, fc.nat()), { maxLength: 8 }),
    })
    .map((given) => {
      const templates = given.templates.map((one, i) => {
        const paramTemplates = one.paramTemplates.map((param, j) => ({ ...param, label: `L${j}` }))
        return { ...one, paramTemplates, id: 100 + i, version: `${i}`, skus: [`sku-${i}`] }
      })
      const networks = given.networks.map((one, i) => ({ ...one, id: 200 + i, slug: `net-${i}` }))
      const devices = given.devices.map(([one, where, from], i) => ({
        ...one,
        id: 300 + i,
        slug: `device-${i}`,
        netId: 200 + (where % networks.length),
        ...(from < templates.length && { templateId: 100 + from }),
        ...(from === 5 && shipped[0] && { shippedTemplate: shipped[0] }),
      }))
      const params = devices.length === 0 ? [] : given.params
      const document = {
        format: 'busbar-organization',
        formatVersion: 1,
        templates,
        networks,
        devices,
        params: params.map(([one, owner], i) => ({
          ...one,
          id: 400 + i,
          slug: `param-${i}`,
          deviceId: 300 + (owner % devices.length),
        })),
      }
      // As it comes over the wire: without the null prototypes that fast-check likes.
      return JSON.parse(JSON.stringify(document)) as Content
    })
