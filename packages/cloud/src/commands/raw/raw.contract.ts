import { registerKinds } from '@busbar/modbus'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { writeFunctions } from '../../devices/device.fields.ts'
import { settingLimits } from '../../field/raw/controller-registers.ts'
import { auditPending, err, failed, idOf } from '../../fields/fields.ts'
import { connection } from './connection.contract.ts'
import { isRawPassword, readProblemOf, writeProblemOf } from './raw.rules.ts'

const deviceModbusId = z.int().min(1).max(255).describe('Modbus unit ID of the device, 1 to 255.')
const sku = z.string().max(100).describe('SKU of the device, at most 100 characters.')
const address = z.int().min(0).max(65_535).describe('Address of the first register or bit, 0 to 65535.')
const integerIn = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)
const timeoutMs = z.int().min(1).max(60_000).describe('Total timeout in milliseconds, 1 to 60000.')
const groupsMax = 100

const done = z.union([z.object({ status: z.literal('ok').describe('The request succeeded.') }), failed])
const read = z.union([
  z.object({ ok: z.array(z.number()).describe('Register values, 0 to 65535, or bits, 0 and 1.') }),
  err,
])

/** Tells a rule's problem under the field that it names. */
const addProblemOf =
  <T>(problemOf: (value: T) => { field: string; message: string } | null) =>
  (value: T, context: z.RefinementCtx): void => {
    const problem = problemOf(value)
    if (problem !== null) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
  }

const readGroup = z
  .object({
    deviceModbusId,
    address,
    kind: z.enum(registerKinds).describe('Area to read: holding or input registers, coils or discrete inputs.'),
    registersNum: z.int().min(1).max(2000).describe('Number of registers (at most 125) or bits (at most 2000).'),
    connection,
  })
  .superRefine(addProblemOf(readProblemOf))
export type GroupToRead = z.output<typeof readGroup>

const groups = z.array(readGroup).min(1).max(groupsMax)
const groupsRead = z.array(
  z.object({
    deviceModbusId,
    address,
    registersNum: z.number().describe('Requested number of registers or bits.'),
    result: read.describe('The values, or the error.'),
  }),
)

const settings = z.object({
  controllerUnitId: integerIn(settingLimits.unitId).describe('Modbus unit ID of the controller.'),
  bitRate: integerIn(settingLimits.bitRate).describe('Baud rate of its serial port.'),
  byteFormat: integerIn(settingLimits.byteFormat).describe(
    'Byte format: 0 even parity, 1 odd, 2 space, 3 mark or two stop bits, 4 none, 5 none with one stop bit received and two sent.',
  ),
})
const settingsRead = z.object({
  controllerUnitId: z.number().describe('Modbus unit ID of the controller.'),
  bitRate: z.number().describe('Baud rate of its serial port.'),
  byteFormat: z.number().describe('Byte format, 0 to 5.'),
})

const through = { connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } }
const someGroup = { deviceModbusId: 3, address: 107, kind: 'holding', registersNum: 2, ...through }

/** Writing needs operator: in the organization of the network, or in any where the connection leads to none. */
const operator = { access: 'operator', object: 'listed' } as const

export const raw = {
  checkConnection: post('/raw/check-connection/', {
    access: 'session',
    summary: 'Check a connection and a device',
    description:
      'Connects, reads device type and version, and reports each step. Nothing is stored. A `direct` connection only reaches addresses that the installation allows and that no other organization has claimed.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({ deviceModbusId, connection, sku: sku.optional().describe('SKU of the device.') }),
    reply: z.object({
      status: z
        .union([
          z.object({
            connected: z
              .object({
                unitId: z.number().describe('Modbus unit ID that responded.'),
                version: z.number().describe('Firmware version.'),
                deviceIdentificationMarker: z.number().describe('Device type number.'),
              })
              .describe('The device responded.'),
          }),
          z.literal('NoConnection'),
          z.object({
            readingFailure: z
              .string()
              .describe('The connection works, but the device did not respond correctly: reason.'),
          }),
        ])
        .describe('Result.'),
    }),
    example: { body: { deviceModbusId: 1, ...through } },
  }),
  checkDeviceRead: post('/raw/check-device-read/', {
    access: 'session',
    summary: 'Check that a template fits a device',
    description: 'Reads the tracked parameters of the template with at most 16 requests. Nothing is stored.',
    errors: {
      ObjectNotFound: 'the template or network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({
      deviceModbusId,
      templateId: idOf.template,
      connection,
      sku: sku.optional().describe('SKU of the device.'),
    }),
    reply: done,
    example: { body: { deviceModbusId: 3, templateId: 1, ...through } },
  }),
  readControllerModbusSettings: post('/raw/read-controller-modbus-settings/', {
    access: 'session',
    summary: 'Read the serial settings of a controller',
    description: 'Reads unit ID, baud rate and byte format from registers 457 to 461.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({
      deviceModbusId,
      sku,
      connection,
      controllerVersion: z.number().optional().describe('Firmware version of the controller.'),
    }),
    reply: z.union([settingsRead.extend({ status: z.literal('ok').describe('The request succeeded.') }), failed]),
    example: { body: { deviceModbusId: 1, sku: 'controller', ...through } },
  }),
  writeControllerModbusSettings: post('/raw/write-controller-modbus-settings/', {
    ...operator,
    summary: 'Write the serial settings of a controller',
    description:
      'Writes unit ID, baud rate and byte format and stores them in the controller. Sent once, never retried. After a change of the baud rate the controller no longer responds at the old one. Creates an audit record.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller is not an operator there, or may not use this connection.',
    },
    body: settings.extend({
      deviceModbusId,
      sku,
      connection,
      controllerVersion: z.number().optional().describe('Firmware version of the controller.'),
    }),
    reply: done,
    example: {
      body: { deviceModbusId: 1, sku: 'controller', controllerUnitId: 1, bitRate: 9600, byteFormat: 4, ...through },
    },
  }),
  sendControllerPasswords: post('/raw/send-controller-passwords/', {
    ...operator,
    summary: 'Send passwords to a controller',
    description:
      'Each password is written to registers 100 to 119, one character per register, terminated by zero; an empty password drops the access rights.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller is not an operator there, or may not use this connection.',
    },
    body: z.object({
      deviceModbusId,
      connection,
      sku: sku.optional().describe('SKU of the device.'),
      passwords: z
        .array(z.string().refine(isRawPassword, 'must have at most 19 characters of ASCII'))
        .min(1)
        .max(16)
        .describe('Passwords to send, 1 to 16 of at most 19 ASCII characters.'),
    }),
    reply: done,
    example: { body: { deviceModbusId: 1, passwords: ['1234'], ...through } },
  }),
  readRegisterGroup: post('/raw/read-register-group/', {
    access: 'session',
    summary: 'Read registers or bits of a device',
    description: 'A single request with a time limit of 15 s. Nothing is stored.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: readGroup,
    reply: read,
    example: { body: someGroup },
  }),
  readMultipleRegisterGroup: post('/raw/read-multiple-register-group/', {
    access: 'session',
    summary: 'Read several groups of registers',
    description:
      'Up to 100 groups within 30 s; unfinished groups return `Timeout`. At most 4 connections are used at the same time.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use one of the connections.',
    },
    body: groups,
    reply: groupsRead,
    example: { body: [someGroup] },
  }),
  readMultipleRegisterGroupsWithTimeout: post('/raw/read-multiple-register-groups/with-timeout/', {
    access: 'session',
    summary: 'Read several groups of registers with a timeout',
    description: 'Up to 100 groups; unfinished groups return `Timeout`, the others their values.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use one of the connections.',
    },
    body: z.object({ timeoutMs, requests: groups.describe('The groups, 1 to 100.') }),
    reply: groupsRead,
    example: { body: { timeoutMs: 2000, requests: [someGroup] } },
  }),
  request: post('/raw/request/', {
    ...operator,
    extension: true,
    summary: 'Send a raw Modbus request',
    description:
      'Sends one PDU once and returns the response PDU within 15 s; an exception is a response. Read-only functions (1 to 4, 7, 11, 12, 17, 20, 24, 43/14) require only the role. Every other function counts as a write: writing must be enabled for the network, the request is queued behind other commands to the device, and an audit record with its bytes is created.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized:
        'the caller is not an operator there, may not use this connection, or writing is disabled for the network.',
    },
    body: z.object({
      deviceModbusId,
      pdu: z
        .string()
        .regex(/^([0-9a-fA-F]{2}){1,253}$/, 'must be 1 to 253 bytes as hexadecimal digits')
        .describe('Function code and data, hexadecimal, without unit ID and checksum; 1 to 253 bytes.'),
      connection,
    }),
    reply: z.union([
      z.object({
        pdu: z.string().describe('Response PDU, hexadecimal.'),
        tookMs: z.number().describe('Milliseconds until the response, including the time in the queue.'),
        auditPending,
      }),
      err.extend({ auditPending }),
    ]),
    example: { body: { deviceModbusId: 3, pdu: '03006b0002', ...through } },
  }),
  writeRegisterGroup: post('/raw/write-register-group/', {
    ...operator,
    summary: 'Write registers or bits of a device',
    description:
      'Sent once, never retried; if the outcome is unknown, `err` begins with `unclear:`. Creates an audit record.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized:
        'the caller is not an operator there, may not use this connection, or writing is disabled for the network.',
    },
    body: z
      .object({
        deviceModbusId,
        address,
        kind: z.enum(['holding', 'coil']).describe('Area to write.'),
        /** Coils are also true and false. */
        values: z
          .array(z.union([z.int().min(0).max(65_535), z.boolean()]))
          .min(1)
          .max(1968)
          .describe(
            'Values to write, 0 to 65535; for coils 0 and 1, or true and false. At most 123 registers or 1968 coils.',
          ),
        connection,
        writeFunction: z
          .enum(writeFunctions)
          .optional()
          .describe('Write functions: `normal` depending on the number of registers, or always 6 or 16.'),
      })
      .superRefine(addProblemOf(writeProblemOf)),
    reply: z.union([
      z.object({
        ok: z
          .object({ written: z.number().describe('Number of registers or bits written.') })
          .describe('The request succeeded.'),
      }),
      err,
    ]),
    example: { body: { deviceModbusId: 3, address: 107, kind: 'holding', values: [1, 2], ...through } },
  }),
}
