import { byteOrders, registerKinds, valueTypes } from '@busbar/modbus'
import { id, idNumber, ids } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'
import { isSlug } from '../slugs.rules.ts'

const paramIds = z.array(idNumber).min(1).max(idsMax)

const text = z.string().min(1).max(500)
/** A text, or one for each language. */
const texts = z.union([text, z.object({ en: text, pl: text.optional(), ru: text.optional(), uk: text.optional() })])
export const slug = z
  .string()
  .max(60)
  .refine(isSlug, 'must be of a-z, 0-9, _ and -, with a letter or digit at both ends')
/** A decimal: as a number, or as text that keeps every digit. */
const decimal = z.union([z.number(), z.string().max(64)])

const register = z.int().min(0).max(65_535)
/** Where the sign or the scale of a number stands when it is not its own. */
const coding = z.strictObject({
  negativeFrom: z.int().min(1).optional(),
  signAt: z.strictObject({ address: register, positive: register, negative: register }).optional(),
  scaleAt: register.optional(),
})

/** What a parameter is, as in a template. */
export const paramFields = z.object({
  name: texts,
  description: texts.optional(),
  category: texts.optional(),
  label: z.string().min(1).max(50).optional(),
  slug: slug.optional(),
  address: z.int().min(0).max(65_535),
  registerKind: z.enum(registerKinds),
  valueType: z.enum(valueTypes),
  order: z.enum(byteOrders).optional(),
  bitPosition: z.int().min(0).max(63).optional(),
  bitsAmount: z.int().min(1).max(2000).optional(),
  multiplier: decimal.optional(),
  shift: decimal.optional(),
  precision: z.int().min(0).max(12).optional(),
  min: decimal.optional(),
  max: decimal.optional(),
  /** Of a counter: the value at which its display passes to zero, 100000 for one that goes from 99999.9 to 0. */
  rolloverAt: decimal.optional(),
  /** Of a counter: the most that it can count in an hour; what rises more is not booked. */
  hourlyMax: decimal.optional(),
  unitName: z.string().min(1).max(50).optional(),
  enum: z.record(z.string().regex(/^\d{1,10}$/), texts).optional(),
  nanValues: z.array(z.string().max(20)).max(16).optional(),
  coding: coding.optional(),
  isTracked: z.boolean().optional(),
  isProgrammable: z.boolean().optional(),
})

export type ParamFields = z.output<typeof paramFields>

/** The same in a template, which may know that nobody has tried it. */
export const templateParam = paramFields.extend({ untried: z.boolean().optional() })
export type TemplateParam = z.output<typeof templateParam>

/** What is not given stays; null takes away what may be missing. */
const paramChanges = paramFields.partial().extend({
  description: texts.nullable().optional(),
  category: texts.nullable().optional(),
  label: paramFields.shape.label.nullable(),
  bitPosition: paramFields.shape.bitPosition.nullable(),
  bitsAmount: paramFields.shape.bitsAmount.nullable(),
  precision: paramFields.shape.precision.nullable(),
  min: decimal.nullable().optional(),
  max: decimal.nullable().optional(),
  rolloverAt: decimal.nullable().optional(),
  hourlyMax: decimal.nullable().optional(),
  unitName: paramFields.shape.unitName.nullable(),
  enum: paramFields.shape.enum.nullable(),
  nanValues: paramFields.shape.nanValues.nullable(),
  coding: paramFields.shape.coding.nullable(),
})
export type ParamChanges = z.output<typeof paramChanges>

export const paramObject = paramFields
  .required({ slug: true, isTracked: true, isProgrammable: true })
  .extend({ id: idNumber, deviceId: idNumber, fullName: z.string() })
  .meta({ id: 'Parameter' })

export const params = {
  idByReference: post('/org/:orgId/params/get-id-by-reference/', {
    access: 'viewer',
    object: 'org',
    summary: 'The id of the parameter that a reference names',
    params: z.object({ orgId: id }),
    body: z.string(),
    reply: z.object({ id: idNumber }),
    example: { body: '[main-meter]>26i', reply: { id: 7 } },
  }),
  changeMany: post('/params/change/', {
    access: 'manager',
    object: 'listed',
    summary: 'Change parameters, all or none',
    body: z.object({
      paramIds,
      modification: z.object({
        category: z.string().max(200).optional(),
        isTracked: z.boolean().optional(),
        isProgrammable: z.boolean().optional(),
      }),
    }),
    reply: z.object({}),
  }),
  deleteMany: post('/params/delete/', {
    access: 'manager',
    object: 'listed',
    summary: 'Delete parameters with all that was read of them, all or none',
    body: z.object({ paramIds }),
    reply: z.object({}),
  }),
  info: get('/params/get-info/', {
    access: 'viewer',
    object: 'listed',
    summary: 'What parameters are and where; those that are not there for you are left out',
    query: z.object({ paramIds: ids(idsMax) }),
    reply: z.array(
      z.object({
        id: idNumber,
        name: z.string(),
        fullName: z.string(),
        slug: z.string(),
        deviceId: idNumber,
        deviceName: z.string(),
        deviceSlug: z.string(),
        networkId: idNumber,
        networkName: z.string(),
        networkSlug: z.string(),
        address: z.number(),
        valueType: z.enum(valueTypes),
        registerKind: z.enum(registerKinds),
        isProgrammable: z.boolean(),
        bitPosition: z.number().optional(),
        bitsAmount: z.number().optional(),
        label: z.string().optional(),
        unitName: z.string().optional(),
      }),
    ),
  }),
  change: post('/param/:paramId/change/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Change any setting of a parameter; what is not given stays, null takes away',
    params: z.object({ paramId: id }),
    body: paramChanges,
    reply: z.object({}),
  }),
}
