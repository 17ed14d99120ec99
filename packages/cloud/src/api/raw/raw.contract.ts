import { registerKinds } from '@busbar/modbus'
import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../access/words.ts'
import { writeFunctions } from '../devices/devices.contract.ts'
import { connection } from './connection.contract.ts'
import { settingLimits } from './controller-registers.ts'
import { isRawPassword, readProblemOf, writeProblemOf } from './raw.rules.ts'

const deviceModbusId = z.int().min(1).max(255)
const sku = z.string().max(100)
const address = z.int().min(0).max(65_535)
const whole = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)
const timeoutMs = z.int().min(1).max(60_000)
const groupsMax = 100

const err = z.object({ err: z.string() })
const error = z.object({ status: z.literal('error'), errorMessage: z.string() })
const done = z.union([z.object({ status: z.literal('ok') }), error])
const read = z.union([z.object({ ok: z.array(z.number()) }), err])

/** Tells a rule's problem under the field that it names. */
const held =
  <T>(problemOf: (value: T) => { field: string; message: string } | null) =>
  (value: T, context: z.RefinementCtx): void => {
    const problem = problemOf(value)
    if (problem !== null) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
  }

const readGroup = z
  .object({
    deviceModbusId,
    address,
    kind: z.enum(registerKinds),
    registersNum: z.int().min(1).max(2000),
    connection,
  })
  .superRefine(held(readProblemOf))
export type ReadGroupWish = z.output<typeof readGroup>

const groups = z.array(readGroup).min(1).max(groupsMax)
const groupsRead = z.array(z.object({ deviceModbusId, address, registersNum: z.number(), result: read }))

const settings = z.object({
  controllerUnitId: whole(settingLimits.unitId),
  bitRate: whole(settingLimits.bitRate),
  byteFormat: whole(settingLimits.byteFormat),
})
const settingsRead = z.object({ controllerUnitId: z.number(), bitRate: z.number(), byteFormat: z.number() })

const through = { connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } }
const someGroup = { deviceModbusId: 3, address: 107, kind: 'holding', registersNum: 2, ...through }

/** Writing needs operator: in the organization of the network, or in any where the connection leads to nobody's. */
const operator = { access: 'operator', object: 'listed' } as const

export const raw = {
  checkConnection: post('/raw/check-connection/', {
    access: 'session',
    summary: 'Is there a connection, and does the device answer?',
    body: z.object({ deviceModbusId, connection, sku: sku.optional() }),
    reply: z.object({
      status: z.union([
        z.object({
          connected: z.object({ unitId: z.number(), version: z.number(), deviceIdentificationMarker: z.number() }),
        }),
        z.literal('NoConnection'),
        z.object({ readingFailure: z.string() }),
      ]),
    }),
    example: { body: { deviceModbusId: 1, ...through } },
  }),
  checkDeviceRead: post('/raw/check-device-read/', {
    access: 'session',
    summary: 'Can what a template tracks be read from a device?',
    body: z.object({ deviceModbusId, templateId: idNumber, connection, sku: sku.optional() }),
    reply: done,
    example: { body: { deviceModbusId: 3, templateId: 1, ...through } },
  }),
  readControllerModbusSettings: post('/raw/read-controller-modbus-settings/', {
    access: 'session',
    summary: 'Unit id, bit rate and byte format of a controller',
    body: z.object({ deviceModbusId, sku, connection, controllerVersion: z.number().optional() }),
    reply: z.union([settingsRead.extend({ status: z.literal('ok') }), error]),
    example: { body: { deviceModbusId: 1, sku: 'controller', ...through } },
  }),
  writeControllerModbusSettings: post('/raw/write-controller-modbus-settings/', {
    ...operator,
    summary: 'Write unit id, bit rate and byte format of a controller, and have them kept',
    body: settings.extend({ deviceModbusId, sku, connection, controllerVersion: z.number().optional() }),
    reply: done,
    example: {
      body: { deviceModbusId: 1, sku: 'controller', controllerUnitId: 1, bitRate: 9600, byteFormat: 4, ...through },
    },
  }),
  sendControllerPasswords: post('/raw/send-controller-passwords/', {
    ...operator,
    summary: 'Send passwords to a controller; the empty one drops the rights',
    body: z.object({
      deviceModbusId,
      connection,
      sku: sku.optional(),
      passwords: z.array(z.string().refine(isRawPassword, 'must have at most 19 characters of ASCII')).min(1).max(16),
    }),
    reply: done,
    example: { body: { deviceModbusId: 1, passwords: ['1234'], ...through } },
  }),
  readRegisterGroup: post('/raw/read-register-group/', {
    access: 'session',
    summary: 'Read registers or bits of a device',
    body: readGroup,
    reply: read,
    example: { body: someGroup },
  }),
  readMultipleRegisterGroup: post('/raw/read-multiple-register-group/', {
    access: 'session',
    summary: 'Read several groups of registers, within half a minute',
    body: groups,
    reply: groupsRead,
    example: { body: [someGroup] },
  }),
  readMultipleRegisterGroupsWithTimeout: post('/raw/read-multiple-register-groups/with-timeout/', {
    access: 'session',
    summary: 'Read several groups of registers; what has not finished in time is Timeout',
    body: z.object({ timeoutMs, requests: groups }),
    reply: groupsRead,
    example: { body: { timeoutMs: 2000, requests: [someGroup] } },
  }),
  writeRegisterGroup: post('/raw/write-register-group/', {
    ...operator,
    summary: 'Write registers or bits of a device, once; an unclear outcome is told as such',
    body: z
      .object({
        deviceModbusId,
        address,
        kind: z.enum(['holding', 'coil']),
        /** Coils are also true and false. */
        values: z
          .array(z.union([z.int().min(0).max(65_535), z.boolean()]))
          .min(1)
          .max(1968),
        connection,
        writeFunction: z.enum(writeFunctions).optional(),
      })
      .superRefine(held(writeProblemOf)),
    reply: z.union([z.object({ ok: z.object({ written: z.number() }) }), err]),
    example: { body: { deviceModbusId: 3, address: 107, kind: 'holding', values: [1, 2], ...through } },
  }),
}
