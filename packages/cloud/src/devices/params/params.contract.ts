import { byteOrders, registerKinds, valueTypes } from '@busbar/modbus'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { facts, idOf, paramIds, pathId, queryParamIds, visibleText } from '../../fields/fields.ts'
import { isSlug } from '../../fields/slugs.rules.ts'

/** Where a value comes from: registers of a device, or a formula over other parameters. */
export const paramKinds = [...registerKinds, 'computed'] as const
export type ParamKind = (typeof paramKinds)[number]

const inLanguages = (text: z.ZodString) =>
  z.union([
    text,
    z.object({
      en: text.describe('Text in English.'),
      pl: text.optional().describe('Text in Polish.'),
      ru: text.optional().describe('Text in Russian.'),
      uk: text.optional().describe('Text in Ukrainian.'),
    }),
  ])
/** A text, or one for each language. */
const texts = inLanguages(z.string().min(1).max(500))
/** A name, or one for each language. */
const names = inLanguages(visibleText.min(1).max(500))
export const slug = z
  .string()
  .max(60)
  .refine(isSlug, 'must be of a-z, 0-9, _ and -, with a letter or digit at both ends')
  .describe('Short name: a-z, 0-9, `_` and `-`, with a letter or digit at both ends, at most 60 characters.')
/** A decimal: as a number, or as text that keeps every digit. */
const decimal = z.union([z.number(), z.string().max(64)])

const register = z.int().min(0).max(65_535)
/** Where the sign or the scale of a number stands when it is not its own. */
const coding = z.strictObject({
  negativeFrom: z
    .int()
    .min(1)
    .optional()
    .describe('Raw values from here on are negative: value minus twice this number.'),
  signAt: z
    .strictObject({
      address: register.describe('Address of the register, 0 to 65535.'),
      positive: register.describe('What it holds for a positive value.'),
      negative: register.describe('What it holds for a negative value.'),
    })
    .optional()
    .describe('Register that holds the sign.'),
  scaleAt: register.optional().describe('Address of the register that holds the power of ten, 0 to 65535.'),
})

/** What a parameter is, as in a template. */
export const paramFields = z.object({
  name: names.describe('Name: a text of at most 500 characters, or one for each language.'),
  description: texts.optional().describe('Description: a text, or one for each language.'),
  category: names.optional().describe('Group under which the parameter is listed: a text, or one for each language.'),
  label: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('Mnemonic of the parameter in its manual, such as `U1`, at most 50 characters.'),
  slug: slug.optional().describe('Short name, unique in the device; made from the label or the name if left out.'),
  address: z.int().min(0).max(65_535).describe('Address of the first register or bit, 0 to 65535.'),
  registerKind: z
    .enum(registerKinds)
    .describe('Where it is read: holding or input registers, coils or discrete inputs.'),
  valueType: z.enum(valueTypes).describe('How registers become a value.'),
  order: z
    .enum(byteOrders)
    .optional()
    .describe('Order of bytes and words of values of several registers; `ABCD` if left out.'),
  bitPosition: z.int().min(0).max(63).optional().describe('First bit, 0 to 63, of a bit or bitmask in registers.'),
  bitsAmount: z.int().min(1).max(2000).optional().describe('Bits of a bitmask, or registers of a text.'),
  multiplier: decimal.optional().describe('Shown value = raw value x multiplier + shift; 1 if left out.'),
  shift: decimal.optional().describe('Added after multiplying; 0 if left out.'),
  precision: z.int().min(0).max(12).optional().describe('Decimals of the shown value, 0 to 12.'),
  min: decimal.optional().describe('Least value that may be written.'),
  max: decimal.optional().describe('Greatest value that may be written.'),
  /** Of a counter: the value at which its display passes to zero, 100000 for one that goes from 99999.9 to 0. */
  rolloverAt: decimal
    .optional()
    .describe('Of a counter: the value at which its display starts again at zero, such as 100000.'),
  /** Of a counter: the most that it can count in an hour; what rises more is not booked. */
  hourlyMax: decimal
    .optional()
    .describe('Of a counter: the most that it can count in an hour; greater rises are not booked.'),
  unitName: z.string().min(1).max(50).optional().describe('Unit of the value, such as `V`, at most 50 characters.'),
  enum: z
    .record(z.string().regex(/^\d{1,10}$/), texts)
    .optional()
    .describe('Labels by the number that they stand for: a text, or one for each language.'),
  nanValues: z
    .array(z.string().max(20))
    .max(16)
    .optional()
    .describe('Raw values that mean that there is no value, at most 16.'),
  coding: coding.optional().describe('Where the sign or the scale stands when it is not part of the value.'),
  isTracked: z.boolean().optional().describe('Whether it is read in the background and recorded; true if left out.'),
  isProgrammable: z.boolean().optional().describe('Whether it may be written; false if left out.'),
})

export type ParamFields = z.output<typeof paramFields>

export const formula = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe(
    'Formula: numbers, `#12` for the parameter with that id, `+ - * / mod ^` and parentheses, at most 1000 characters and 100 parameters.',
  )

/** The same in a template, which may say that it was never tried. */
export const templateParam = paramFields.extend({
  untried: z.boolean().optional().describe('True where nobody has tried the parameter on a real device.'),
})
export type TemplateParam = z.output<typeof templateParam>

/** What is not given stays; null takes away what may be missing. */
export const paramChanges = paramFields.partial().extend({
  description: texts.nullable().optional().describe('Description; null takes it away.'),
  category: names.nullable().optional().describe('Group; null takes it away.'),
  label: paramFields.shape.label.nullable().describe('Mnemonic; null takes it away.'),
  bitPosition: paramFields.shape.bitPosition.nullable().describe('First bit, 0 to 63; null takes it away.'),
  bitsAmount: paramFields.shape.bitsAmount
    .nullable()
    .describe('Bits of a bitmask, or registers of a text; null takes it away.'),
  precision: paramFields.shape.precision
    .nullable()
    .describe('Decimals of the shown value, 0 to 12; null takes it away.'),
  min: decimal.nullable().optional().describe('Least value that may be written; null takes it away.'),
  max: decimal.nullable().optional().describe('Greatest value that may be written; null takes it away.'),
  rolloverAt: decimal
    .nullable()
    .optional()
    .describe('Of a counter: the value at which it starts again at zero; null takes it away.'),
  hourlyMax: decimal
    .nullable()
    .optional()
    .describe('Of a counter: the most that it can count in an hour; null takes it away.'),
  unitName: paramFields.shape.unitName.nullable().describe('Unit of the value; null takes it away.'),
  enum: paramFields.shape.enum.nullable().describe('Labels by number; null takes them away.'),
  nanValues: paramFields.shape.nanValues.nullable().describe('Raw values that mean no value; null takes them away.'),
  coding: paramFields.shape.coding.nullable().describe('Where sign or scale stands; null takes it away.'),
  formula: formula.optional().describe('Formula of a computed parameter, and of no other.'),
})
export type ParamChanges = z.output<typeof paramChanges>

export const paramObject = paramFields
  .required({ slug: true, isTracked: true, isProgrammable: true })
  .extend({
    id: idOf.param,
    deviceId: idOf.device,
    fullName: facts.fullName,
    registerKind: z
      .enum(paramKinds)
      .describe('Where it comes from: registers, coils or discrete inputs, or `computed` from other parameters.'),
    formula: formula.optional().describe('Formula of a computed parameter: numbers, `#id` of parameters and signs.'),
  })
  .meta({ id: 'Parameter', description: 'A parameter with all its settings.' })

export const params = {
  idByReference: post('/org/:orgId/params/get-id-by-reference/', {
    access: 'viewer',
    object: 'org',
    summary: 'The parameter that a reference names',
    description:
      'The body is the reference as a JSON string: `#id`, `[slug]`, `<device>><address>`, `<deviceSlug>><registerKind>><address>` or dotted slugs `net.device.param`, at most 400 characters.',
    errors: { ObjectNotFound: 'the reference has no known form, names nothing, or more than one parameter fits it.' },
    params: z.object({ orgId: pathId.org }),
    body: z.string(),
    reply: z.object({ id: idOf.param }),
    example: { body: '[main-meter]>26i' },
  }),
  changeMany: post('/params/change/', {
    access: 'manager',
    object: 'listed',
    summary: 'Change several parameters',
    description: "All or none: one id that is missing or not the caller's to change refuses all.",
    errors: {
      ObjectNotFound: 'one of the parameters does not exist for the caller.',
      NotAuthorized: 'the caller is no manager in the organization of one of them.',
    },
    body: z.object({
      paramIds,
      modification: z
        .object({
          category: visibleText
            .max(200)
            .optional()
            .describe('Group under which they are listed, at most 200 characters.'),
          isTracked: z.boolean().optional().describe('Whether they are read in the background.'),
          isProgrammable: z.boolean().optional().describe('Whether they may be written.'),
        })
        .describe('What to change in all of them; what is not given stays.'),
    }),
    reply: z.object({}),
  }),
  deleteMany: post('/params/delete/', {
    access: 'manager',
    object: 'listed',
    summary: 'Delete several parameters',
    description: 'With all that was read of them, for good; all or none.',
    errors: {
      ObjectNotFound: 'one of the parameters does not exist for the caller.',
      NotAuthorized: 'the caller is no manager in the organization of one of them.',
    },
    body: z.object({ paramIds }),
    reply: z.object({}),
  }),
  info: get('/params/get-info/', {
    access: 'viewer',
    object: 'listed',
    summary: 'What parameters are and where',
    description:
      'Name, address and type of each, with its device and network. Those that do not exist for the caller are left out.',
    query: z.object({ paramIds: queryParamIds }),
    reply: z.array(
      z.object({
        id: idOf.param,
        name: z.string().describe('Name of the parameter.'),
        fullName: facts.fullName,
        slug: facts.slug,
        deviceId: idOf.device,
        deviceName: z.string().describe('Name of the device.'),
        deviceSlug: z.string().describe('Slug of the device.'),
        networkId: idOf.net,
        networkName: z.string().describe('Name of the network.'),
        networkSlug: z.string().describe('Slug of the network.'),
        address: facts.address,
        valueType: z.enum(valueTypes).describe('How registers become a value.'),
        registerKind: z
          .enum(paramKinds)
          .describe(
            'Where it is read: holding or input registers, coils or discrete inputs; or `computed` from others.',
          ),
        isProgrammable: facts.isProgrammable,
        bitPosition: z.number().optional().describe('First bit of a bit or bitmask in registers.'),
        bitsAmount: z.number().optional().describe('Bits of a bitmask, or registers of a text.'),
        label: facts.label,
        unitName: facts.unitName,
      }),
    ),
  }),
  change: post('/param/:paramId/change/', {
    access: 'manager',
    object: 'param',
    extension: true,
    summary: 'Change a parameter',
    description:
      'What is not given stays, null takes away what may be missing. Readings that are recorded do not change.',
    errors: { IncorrectRequest: 'a value does not fit the others, or the slug is taken; the message names it.' },
    params: z.object({ paramId: pathId.param }),
    body: paramChanges,
    reply: z.object({}),
  }),
}
