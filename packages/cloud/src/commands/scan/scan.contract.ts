import { byteOrders, readMax, registerKinds } from '@busbar/modbus'
import { idNumber, nothing, uuid } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { variantOf } from '../../devices/templates/templates.contract.ts'
import { err, idOf } from '../../fields/fields.ts'
import { connection } from '../raw/connection.contract.ts'
import { blockTypes } from './block.rules.ts'

const unit = z.int().min(1).max(247).describe('Modbus unit ID, 1 to 247.')
const word = z.int().min(0).max(65_535).describe('Register address, 0 to 65535.')
const scanId = { params: z.object({ scanId: uuid.describe('Scan ID.') }) }
const text = z.string().max(200)
const addressesMax = 2000
const values = z.partialRecord(z.enum(byteOrders), z.string()).describe('Value by byte order.')

const identity = z
  .object({
    vendorName: z.string().describe('Manufacturer, as reported by the device.'),
    productCode: z.string().describe('Product code.'),
    revision: z.string().describe('Product revision.'),
    vendorUrl: z.string().describe('URL of the manufacturer.'),
    productName: z.string().describe('Product name.'),
    modelName: z.string().describe('Model name.'),
    userApplicationName: z.string().describe('Application name set by the user.'),
    others: z
      .array(z.object({ id: z.number().describe('Object number.'), text: z.string().describe('Object text.') }))
      .describe('Further objects of the device.'),
  })
  .partial()
  .meta({
    id: 'DeviceIdentity',
    description: 'Device identification (function 43/14); objects that the device does not report are missing.',
  })

const through = { connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } }

export const scan = {
  start: post('/scan/start/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Scan for units',
    description:
      'Runs in the background; scans of one connection run one after another. A caller and an organization can have at most 4 unfinished scans. Nothing is written.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
      TooManyRequests: 'the caller or the organization has four unfinished scans.',
    },
    body: z.object({
      connection,
      units: z
        .object({ from: unit.describe('First unit, 1 to 247.'), till: unit.describe('Last unit, 1 to 247.') })
        .refine(({ from, till }) => from <= till, 'till must not be before from')
        .optional()
        .describe('Units to scan; 1 to 247 by default.'),
      timeoutMs: z
        .int()
        .min(50)
        .max(5000)
        .optional()
        .describe('Timeout per unit in milliseconds, 50 to 5000; 500 by default.'),
    }),
    reply: z.object({ scanId: uuid.describe('Scan ID.') }),
    example: { body: { ...through, units: { from: 1, till: 32 } } },
  }),
  progress: post('/scan/:scanId/', {
    access: 'session',
    extension: true,
    summary: 'Progress and result of a scan',
    description: 'Only visible to the caller that started it. It is deleted ten minutes after its end.',
    errors: { ObjectNotFound: 'there is no such scan of the caller, or not any more.' },
    ...scanId,
    body: nothing,
    reply: z.object({
      state: z
        .enum(['waiting', 'running', 'done', 'cancelled', 'failed'])
        .describe('Whether it is queued, running or finished.'),
      asked: z.number().describe('Number of units scanned.'),
      total: z.number().describe('Total number of units.'),
      found: z
        .array(
          z.object({
            unit: z.number().describe('Modbus unit ID.'),
            answered: z.string().describe('Response: a value or an exception.'),
            identity: identity.optional().describe('Device identification.'),
          }),
        )
        .describe('Units that responded.'),
      err: z.string().optional().describe('Why the scan failed.'),
    }),
  }),
  startRanges: post('/scan/start-ranges/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Scan the registers of a unit',
    description:
      'Runs in the background, block by block; refused blocks are bisected. After each request the bus is left to others for as long as the request took. Counts as a scan of `start` and is stopped the same way. Nothing is written.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
      TooManyRequests: 'the caller or the organization has four unfinished scans.',
    },
    body: z.object({
      connection,
      unit: z.int().min(1).max(255).describe('Modbus unit ID, 1 to 255.'),
      ranges: z
        .array(
          z
            .object({
              kind: z.enum(registerKinds).describe('Holding or input registers, coils or discrete inputs.'),
              from: word.describe('First address, 0 to 65535.'),
              till: word.describe('Last address, 0 to 65535.'),
            })
            .refine(({ from, till }) => from <= till, { path: ['till'], message: 'must not be before from' }),
        )
        .min(1)
        .max(8)
        .refine(
          (ranges) => ranges.reduce((sum, { from, till }) => sum + till - from + 1, 0) <= addressesMax,
          `must have at most ${addressesMax} addresses`,
        )
        .describe('Addresses to scan, at most 8 ranges and 2000 addresses.'),
    }),
    reply: z.object({ scanId: uuid.describe('Scan ID.') }),
    example: { body: { ...through, unit: 3, ranges: [{ kind: 'input', from: 0, till: 99 }] } },
  }),
  rangesProgress: post('/scan/:scanId/ranges/', {
    access: 'session',
    extension: true,
    summary: 'Progress and result of a register scan',
    description: 'Only visible to the caller that started it. It is deleted ten minutes after its end.',
    errors: { ObjectNotFound: 'there is no such scan of the caller, or not any more.' },
    ...scanId,
    body: nothing,
    reply: z.object({
      state: z
        .enum(['waiting', 'running', 'done', 'cancelled', 'failed'])
        .describe('Whether it is queued, running or finished.'),
      asked: z.number().describe('Number of addresses checked.'),
      total: z.number().describe('Total number of addresses.'),
      found: z
        .array(
          z.object({
            kind: z.enum(registerKinds).describe('Register area.'),
            address: z.number().describe('First address.'),
            words: z.array(z.number()).describe('Values, 0 to 65535; 0 and 1 for bits.'),
          }),
        )
        .describe('Registers and bits found, in contiguous blocks.'),
      err: z.string().optional().describe('Why the scan failed.'),
    }),
  }),
  cancel: post('/scan/:scanId/cancel/', {
    access: 'session',
    extension: true,
    summary: 'Stop a scan',
    description: 'The units or registers found remain available until the scan is deleted.',
    errors: { ObjectNotFound: 'there is no such scan of the caller, or not any more.' },
    ...scanId,
    body: nothing,
    reply: z.object({}),
  }),
  readRegisters: post('/scan/read-registers/', {
    access: 'session',
    extension: true,
    summary: 'Read registers or bits once',
    description: 'A single request with a time limit of 15 s. Nothing is stored.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z
      .object({
        connection,
        unit: z.int().min(1).max(255).describe('Modbus unit ID, 1 to 255.'),
        kind: z.enum(registerKinds).describe('Area to read: holding or input registers, coils or discrete inputs.'),
        address: word.describe('Address of the first register or bit, 0 to 65535.'),
        count: z.int().min(1).max(2000).describe('Number of registers (at most 125) or bits (at most 2000).'),
      })
      .refine(({ kind, address, count }) => count <= readMax(kind) && address + count <= 65_536, {
        path: ['count'],
        message: 'must be at most 125 registers or 2000 bits, none past address 65535',
      }),
    reply: z.union([
      z.object({
        words: z.array(z.number()).describe('Register values, 0 to 65535, or bits, 0 and 1.'),
      }),
      err,
    ]),
    example: { body: { ...through, unit: 3, kind: 'input', address: 0, count: 10 } },
  }),
  showBlock: post('/scan/show-block/', {
    access: 'session',
    extension: true,
    summary: 'Decode registers in every type and byte order',
    description:
      'Helps to find out how a device encodes a value. With `expected`, hints show where a known value may be located. No device is accessed.',
    body: z.object({
      words: z.array(word).min(1).max(125).describe('Register values, 1 to 125.'),
      expected: z.number().optional().describe('Value shown by the device.'),
      offset: z.int().min(0).max(124).optional().describe('Expected offset of the value, from 0.'),
    }),
    reply: z.object({
      rows: z
        .array(
          z.object({
            offset: z.number().describe('Register offset, from 0.'),
            values: z
              .partialRecord(z.enum(blockTypes), values)
              .describe('Value by type and byte order; combinations that do not fit are omitted.'),
          }),
        )
        .describe('Decoded values from each offset.'),
      texts: values.describe('The registers as text, by byte order.'),
      hints: z
        .array(
          z.object({
            offset: z.number().describe('Register offset, from 0.'),
            steps: z.number().describe('Distance from the given `offset`, since manuals may count from 1.'),
            valueType: z.enum(blockTypes).describe('Value type.'),
            order: z.enum(byteOrders).describe('Byte order.'),
            multiplier: z.string().describe('Multiplier of the expected value.'),
            value: z.string().describe('Value found, including the multiplier.'),
          }),
        )
        .describe('Possible locations of the expected value, best first, at most 20.'),
    }),
    example: { body: { words: [17_254, 0], expected: 230 } },
  }),
  identify: post('/scan/identify/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Identify a device and find matching templates',
    description:
      'Reads the device identification (function 43/14) and checks templates whose names or SKUs match: at most 5, and the other register maps of the same name. Takes up to 15 s. Nothing is stored.',
    errors: {
      ObjectNotFound: 'the network does not exist or is not accessible.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({
      connection,
      unit: z.int().min(1).max(255).describe('Modbus unit ID, 1 to 255.'),
      hint: text.optional().describe("Text on the device's label, at most 200 characters."),
    }),
    reply: z.object({
      identity: identity.nullable().describe('Device identification; null if the device does not report it.'),
      err: z.string().optional().describe('Why the device did not report it.'),
      templates: z
        .array(
          z.object({
            id: idNumber.describe('Template ID.'),
            orgId: idOf.org.optional(),
            name: z.string().describe('Name of the device family.'),
            manufacturer: z.string().describe('Manufacturer.'),
            version: z.string().describe('Template version.'),
            matched: z.enum(['sku', 'text']).describe('Whether the SKU or the text matches.'),
            tried: z.number().describe('Template parameters read.'),
            fitting: z.number().describe('Template parameters with a value.'),
            variant: variantOf
              .extend({
                answer: z
                  .enum(['yes', 'no', 'unknown'])
                  .describe('Response of the unit to the check that distinguishes the register maps.'),
              })
              .optional()
              .describe('Present if units with this name can have several register maps.'),
          }),
        )
        .describe('Possible templates, best first.'),
    }),
    example: { body: { ...through, unit: 3 } },
  }),
}
