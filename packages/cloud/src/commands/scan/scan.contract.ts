import { byteOrders, readMax, registerKinds } from '@busbar/modbus'
import { idNumber, nothing, uuid } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { variantOf } from '../../devices/templates/templates.contract.ts'
import { err, idOf } from '../../fields/fields.ts'
import { connection } from '../raw/connection.contract.ts'
import { blockTypes } from './block.rules.ts'

const unit = z.int().min(1).max(247).describe('Modbus unit id, 1 to 247.')
const word = z.int().min(0).max(65_535).describe('Register, 0 to 65535.')
const scanId = { params: z.object({ scanId: uuid.describe('Id of the scan.') }) }
const text = z.string().max(200)
const addressesMax = 2000
const values = z.partialRecord(z.enum(byteOrders), z.string()).describe('The value by byte order.')

const identity = z
  .object({
    vendorName: z.string().describe('Manufacturer, as the device says.'),
    productCode: z.string().describe('Product code.'),
    revision: z.string().describe('Revision of the product.'),
    vendorUrl: z.string().describe("Address of the manufacturer's page."),
    productName: z.string().describe('Product name.'),
    modelName: z.string().describe('Model name.'),
    userApplicationName: z.string().describe('Name that the user gave to the application.'),
    others: z
      .array(z.object({ id: z.number().describe('Number of the object.'), text: z.string().describe('Its text.') }))
      .describe('Further objects that the device has.'),
  })
  .partial()
  .meta({
    id: 'DeviceIdentity',
    description: 'What a device says of itself (function 43/14); what it does not say is missing.',
  })

const through = { connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } }

export const scan = {
  start: post('/scan/start/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Look for units behind a connection',
    description:
      'Runs in the background; scans of one link go one after another. A caller, and an organization, has at most 4 scans that have not ended. Nothing is written.',
    errors: {
      ObjectNotFound: 'there is no such network for the caller.',
      NotAuthorized: 'the caller may not use this connection.',
      TooManyRequests: 'four scans of the caller or the organization have not ended.',
    },
    body: z.object({
      connection,
      units: z
        .object({ from: unit.describe('First unit, 1 to 247.'), till: unit.describe('Last unit, 1 to 247.') })
        .refine(({ from, till }) => from <= till, 'till must not be before from')
        .optional()
        .describe('Units to ask; 1 to 247 if left out.'),
      timeoutMs: z
        .int()
        .min(50)
        .max(5000)
        .optional()
        .describe('Milliseconds to wait for each unit, 50 to 5000; 500 if left out.'),
    }),
    reply: z.object({ scanId: uuid.describe('Id of the scan.') }),
    example: { body: { ...through, units: { from: 1, till: 32 } } },
  }),
  progress: post('/scan/:scanId/', {
    access: 'session',
    extension: true,
    summary: 'How far a scan has come',
    description: 'Only who started a scan sees it. It is forgotten ten minutes after its end.',
    errors: { ObjectNotFound: 'there is no such scan of the caller, or not any more.' },
    ...scanId,
    body: nothing,
    reply: z.object({
      state: z
        .enum(['waiting', 'running', 'done', 'cancelled', 'failed'])
        .describe('Whether it waits for its turn, runs or has ended.'),
      asked: z.number().describe('Units that were asked.'),
      total: z.number().describe('Units to ask in all.'),
      found: z
        .array(
          z.object({
            unit: z.number().describe('Modbus unit id.'),
            answered: z.string().describe('What it answered: a value, or the exception it gave.'),
            identity: identity.optional().describe('Who the device says it is.'),
          }),
        )
        .describe('Units that answered.'),
      err: z.string().optional().describe('Why the scan failed.'),
    }),
  }),
  startRanges: post('/scan/start-ranges/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Find out which registers a unit has',
    description:
      'Runs in the background, block by block and then by halves of what the unit refuses. Between two questions the line is left to others for as long as the last one took. It counts among the scans of `start`, and is ended as these are. Nothing is written.',
    errors: {
      ObjectNotFound: 'there is no such network for the caller.',
      NotAuthorized: 'the caller may not use this connection.',
      TooManyRequests: 'four scans of the caller or the organization have not ended.',
    },
    body: z.object({
      connection,
      unit: z.int().min(1).max(255).describe('Modbus unit id, 1 to 255.'),
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
        .describe('Addresses to ask for, at most 8 ranges and 2000 addresses.'),
    }),
    reply: z.object({ scanId: uuid.describe('Id of the scan.') }),
    example: { body: { ...through, unit: 3, ranges: [{ kind: 'input', from: 0, till: 99 }] } },
  }),
  rangesProgress: post('/scan/:scanId/ranges/', {
    access: 'session',
    extension: true,
    summary: 'Which registers were found so far',
    description: 'Only who started a scan sees it. It is forgotten ten minutes after its end.',
    errors: { ObjectNotFound: 'there is no such scan of the caller, or not any more.' },
    ...scanId,
    body: nothing,
    reply: z.object({
      state: z
        .enum(['waiting', 'running', 'done', 'cancelled', 'failed'])
        .describe('Whether it waits for its turn, runs or has ended.'),
      asked: z.number().describe('Addresses of which it is known whether they are there.'),
      total: z.number().describe('Addresses in all.'),
      found: z
        .array(
          z.object({
            kind: z.enum(registerKinds).describe('Where they are.'),
            address: z.number().describe('Address of the first one.'),
            words: z.array(z.number()).describe('Values, 0 to 65535; of bits 0 and 1.'),
          }),
        )
        .describe('Registers and bits that the unit gave, in runs without a gap.'),
      err: z.string().optional().describe('Why the scan failed.'),
    }),
  }),
  cancel: post('/scan/:scanId/cancel/', {
    access: 'session',
    extension: true,
    summary: 'End a scan',
    description: 'What it has found stays until it is forgotten.',
    errors: { ObjectNotFound: 'there is no such scan of the caller, or not any more.' },
    ...scanId,
    body: nothing,
    reply: z.object({}),
  }),
  readRegisters: post('/scan/read-registers/', {
    access: 'session',
    extension: true,
    summary: 'Read registers or bits to look at',
    description: 'One request to one unit, answered within 15 s. Nothing is stored.',
    errors: {
      ObjectNotFound: 'there is no such network for the caller.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z
      .object({
        connection,
        unit: z.int().min(1).max(255).describe('Modbus unit id, 1 to 255.'),
        kind: z.enum(registerKinds).describe('Where to read: holding or input registers, coils or discrete inputs.'),
        address: word.describe('Address of the first register or bit, 0 to 65535.'),
        count: z.int().min(1).max(2000).describe('Registers, at most 125, or bits, at most 2000.'),
      })
      .refine(({ kind, address, count }) => count <= readMax(kind) && address + count <= 65_536, {
        path: ['count'],
        message: 'must be at most 125 registers or 2000 bits, none past address 65535',
      }),
    reply: z.union([
      z.object({
        words: z.array(z.number()).describe('Values of the registers, 0 to 65535, or of the bits, 0 and 1.'),
      }),
      err,
    ]),
    example: { body: { ...through, unit: 3, kind: 'input', address: 0, count: 10 } },
  }),
  showBlock: post('/scan/show-block/', {
    access: 'session',
    extension: true,
    summary: 'Registers as every type and byte order',
    description:
      'Helps to find out how a device codes a value. With `expected`, hints tell where a value that you know may stand. No device is asked.',
    body: z.object({
      words: z.array(word).min(1).max(125).describe('The registers, 1 to 125.'),
      expected: z.number().optional().describe('Value that the device shows.'),
      offset: z.int().min(0).max(124).optional().describe('Where in the registers it should be, from 0.'),
    }),
    reply: z.object({
      rows: z
        .array(
          z.object({
            offset: z.number().describe('Register from which it was read, from 0.'),
            values: z
              .partialRecord(z.enum(blockTypes), values)
              .describe('The value by type and byte order; what does not fit is left out.'),
          }),
        )
        .describe('The registers, from each one on.'),
      texts: values.describe('The registers as text, by byte order.'),
      hints: z
        .array(
          z.object({
            offset: z.number().describe('Register, from 0.'),
            steps: z.number().describe('How far that is from the given `offset`, as manuals may count from 1.'),
            valueType: z.enum(blockTypes).describe('Type as which the value was found.'),
            order: z.enum(byteOrders).describe('Byte order of it.'),
            multiplier: z.string().describe('Multiplier to the expected value.'),
            value: z.string().describe('The value that was found, with the multiplier.'),
          }),
        )
        .describe('Where the expected value may stand, best first, at most 20.'),
    }),
    example: { body: { words: [17_254, 0], expected: 230 } },
  }),
  identify: post('/scan/identify/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Who a device is, and which templates fit it',
    description:
      'Reads the device identification (function 43/14) and tries templates whose names or SKUs fit, at most 5 and the other maps of the same name. It takes up to 15 s. Nothing is stored.',
    errors: {
      ObjectNotFound: 'there is no such network for the caller.',
      NotAuthorized: 'the caller may not use this connection.',
    },
    body: z.object({
      connection,
      unit: z.int().min(1).max(255).describe('Modbus unit id, 1 to 255.'),
      hint: text.optional().describe('What is written on the device, at most 200 characters.'),
    }),
    reply: z.object({
      identity: identity.nullable().describe('Who the device says it is; null where it does not say.'),
      err: z.string().optional().describe('Why it did not say.'),
      templates: z
        .array(
          z.object({
            id: idNumber.describe('Id of the template.'),
            orgId: idOf.org.optional(),
            name: z.string().describe('Name of the device family.'),
            manufacturer: z.string().describe('Manufacturer.'),
            version: z.string().describe('Version of the template.'),
            matched: z.enum(['sku', 'text']).describe('Whether the order number fits, or the text.'),
            tried: z.number().describe('Parameters of the template that were read.'),
            fitting: z.number().describe('Of these, parameters that gave a value.'),
            variant: variantOf
              .extend({
                answer: z
                  .enum(['yes', 'no', 'unknown'])
                  .describe('What the unit says to the question that tells the maps apart.'),
              })
              .optional()
              .describe('Set where units of one name may have several maps.'),
          }),
        )
        .describe('Templates that may fit, best first.'),
    }),
    example: { body: { ...through, unit: 3 } },
  }),
}
