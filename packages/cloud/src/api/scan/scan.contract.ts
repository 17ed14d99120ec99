import { byteOrders, readMax, registerKinds } from '@busbar/modbus'
import { idNumber, nothing, uuid } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../access/words.ts'
import { connection } from '../raw/connection.contract.ts'
import { variantOf } from '../templates/templates.contract.ts'
import { blockTypes } from './block.rules.ts'

const unit = z.int().min(1).max(247)
const word = z.int().min(0).max(65_535)
const scanId = { params: z.object({ scanId: uuid }) }
const text = z.string().max(200)
const values = z.partialRecord(z.enum(byteOrders), z.string())

const identity = z
  .object({
    vendorName: z.string(),
    productCode: z.string(),
    revision: z.string(),
    vendorUrl: z.string(),
    productName: z.string(),
    modelName: z.string(),
    userApplicationName: z.string(),
    others: z.array(z.object({ id: z.number(), text: z.string() })),
  })
  .partial()
  .meta({ id: 'DeviceIdentity' })

const through = { connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } }

export const scan = {
  start: post('/scan/start/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary: 'Look for units behind a connection, in the background; scans of one link go one after another',
    body: z.object({
      connection,
      units: z
        .object({ from: unit, till: unit })
        .refine(({ from, till }) => from <= till, 'till must not be before from')
        .optional(),
      timeoutMs: z.int().min(50).max(5000).optional(),
    }),
    reply: z.object({ scanId: uuid }),
    example: { body: { ...through, units: { from: 1, till: 32 } } },
  }),
  progress: post('/scan/:scanId/', {
    access: 'session',
    extension: true,
    summary: 'How far a scan of yours has come; it is forgotten ten minutes after its end',
    ...scanId,
    body: nothing,
    reply: z.object({
      state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
      asked: z.number(),
      total: z.number(),
      found: z.array(z.object({ unit: z.number(), answered: z.string(), identity: identity.optional() })),
      err: z.string().optional(),
    }),
  }),
  cancel: post('/scan/:scanId/cancel/', {
    access: 'session',
    extension: true,
    summary: 'End a scan of yours; what it has found stays',
    ...scanId,
    body: nothing,
    reply: z.object({}),
  }),
  readRegisters: post('/scan/read-registers/', {
    access: 'session',
    extension: true,
    summary: 'Read registers or bits to look at',
    body: z
      .object({
        connection,
        unit: z.int().min(1).max(255),
        kind: z.enum(registerKinds),
        address: word,
        count: z.int().min(1).max(2000),
      })
      .refine(({ kind, address, count }) => count <= readMax(kind) && address + count <= 65_536, {
        path: ['count'],
        message: 'must be at most 125 registers or 2000 bits, none past address 65535',
      }),
    reply: z.union([z.object({ words: z.array(z.number()) }), z.object({ err: z.string() })]),
    example: { body: { ...through, unit: 3, kind: 'input', address: 0, count: 10 } },
  }),
  showBlock: post('/scan/show-block/', {
    access: 'session',
    extension: true,
    summary:
      'Registers as every type and byte order, from each register on; with `expected`, where a value that you know may stand: ' +
      '`steps` tells how far from `offset`, as manuals may count from 1',
    body: z.object({
      words: z.array(word).min(1).max(125),
      expected: z.number().optional(),
      offset: z.int().min(0).max(124).optional(),
    }),
    reply: z.object({
      rows: z.array(z.object({ offset: z.number(), values: z.partialRecord(z.enum(blockTypes), values) })),
      texts: values,
      hints: z.array(
        z.object({
          offset: z.number(),
          steps: z.number(),
          valueType: z.enum(blockTypes),
          order: z.enum(byteOrders),
          multiplier: z.string(),
          value: z.string(),
        }),
      ),
    }),
    example: { body: { words: [17_254, 0], expected: 230 } },
  }),
  identify: post('/scan/identify/', {
    access: 'session',
    extension: true,
    cost: 10,
    summary:
      'Who a device says it is, and the templates that it answers to; `hint` is what is written on it. Of maps that units of one name ' +
      'may have, all are there: `answer` is what the unit says to the question that tells them apart',
    body: z.object({ connection, unit: z.int().min(1).max(255), hint: text.optional() }),
    reply: z.object({
      identity: identity.nullable(),
      err: z.string().optional(),
      templates: z.array(
        z.object({
          id: idNumber,
          orgId: idNumber.optional(),
          name: z.string(),
          manufacturer: z.string(),
          version: z.string(),
          matched: z.enum(['sku', 'text']),
          tried: z.number(),
          fitting: z.number(),
          variant: variantOf.extend({ answer: z.enum(['yes', 'no', 'unknown']) }).optional(),
        }),
      ),
    }),
    example: { body: { ...through, unit: 3 } },
  }),
}
