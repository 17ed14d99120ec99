import { byteOrders, registerKinds, valueTypes } from '@busbar/modbus'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { facts, idOf, paramIds, pathId, queryParamIds, visibleText } from '../../fields/fields.ts'
import { isSlug } from '../../fields/slugs.rules.ts'

/** Source of a value: registers of a device, or a formula over other parameters. */
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
  .describe('Slug: a-z, 0-9, `_` and `-`, starting and ending with a letter or digit, at most 60 characters.')
/** A decimal: as a number, or as text that keeps every digit. */
const decimal = z.union([z.number(), z.string().max(64)])

const register = z.int().min(0).max(65_535)
/** Register of a number's sign or scale, if it is separate. */
const coding = z.strictObject({
  negativeFrom: z
    .int()
    .min(1)
    .optional()
    .describe('Raw values from this number are negative: value minus twice this number.'),
  signAt: z
    .strictObject({
      address: register.describe('Address of the register, 0 to 65535.'),
      positive: register.describe('Content for a positive value.'),
      negative: register.describe('Content for a negative value.'),
    })
    .optional()
    .describe('Register that contains the sign.'),
  scaleAt: register.optional().describe('Address of the register with the power of ten, 0 to 65535.'),
})

/** Fields of a parameter, as in a template. */
export const paramFields = z.object({
  name: names.describe('Name: a text of at most 500 characters, or one per language.'),
  description: texts.optional().describe('Description: a text, or one per language.'),
  category: names.optional().describe('Group of the parameter in lists: a text, or one per language.'),
  label: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('Symbol of the parameter in its manual, such as `U1`, at most 50 characters.'),
  slug: slug.optional().describe('Slug, unique in the device; derived from the label or name if omitted.'),
  address: z.int().min(0).max(65_535).describe('Address of the first register or bit, 0 to 65535.'),
  registerKind: z.enum(registerKinds).describe('Area: holding or input registers, coils or discrete inputs.'),
  valueType: z.enum(valueTypes).describe('Register encoding of the value.'),
  order: z
    .enum(byteOrders)
    .optional()
    .describe('Byte and word order of values in several registers; `ABCD` by default.'),
  bitPosition: z.int().min(0).max(63).optional().describe('First bit, 0 to 63, of a bit or bit mask in registers.'),
  bitsAmount: z.int().min(1).max(2000).optional().describe('Number of bits of a bit mask, or registers of a text.'),
  multiplier: decimal.optional().describe('Displayed value = raw value x multiplier + shift; 1 by default.'),
  shift: decimal.optional().describe('Added after multiplying; 0 by default.'),
  precision: z.int().min(0).max(12).optional().describe('Decimals of the displayed value, 0 to 12.'),
  min: decimal.optional().describe('Minimum value for writing.'),
  max: decimal.optional().describe('Maximum value for writing.'),
  /** For a counter: value at which it rolls over to zero, 100000 for one that goes from 99999.9 to 0. */
  rolloverAt: decimal.optional().describe('For a counter: value at which it rolls over to zero, such as 100000.'),
  /** For a counter: largest plausible increase per hour; a larger increase is not booked. */
  hourlyMax: decimal.optional().describe('For a counter: maximum increase per hour; larger increases are not counted.'),
  unitName: z.string().min(1).max(50).optional().describe('Unit of the value, such as `V`, at most 50 characters.'),
  enum: z
    .record(z.string().regex(/^\d{1,10}$/), texts)
    .optional()
    .describe('Labels by numeric value: a text, or one per language.'),
  nanValues: z.array(z.string().max(20)).max(16).optional().describe('Raw values that mean "no value", at most 16.'),
  coding: coding.optional().describe('Location of the sign or scale if it is not part of the value.'),
  isTracked: z.boolean().optional().describe('Whether it is polled and recorded; true by default.'),
  isProgrammable: z.boolean().optional().describe('Whether it is writable; false by default.'),
})

export type ParamFields = z.output<typeof paramFields>

export const formula = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe(
    'Formula: numbers, `#12` for the parameter with that ID, `+ - * / mod ^` and parentheses, at most 1000 characters and 100 parameters.',
  )

/** Parameter of a template, which may be marked as untested. */
export const templateParam = paramFields.extend({
  untried: z.boolean().optional().describe('True if the parameter has not been tested on a real device.'),
})
export type TemplateParam = z.output<typeof templateParam>

/** Omitted fields stay unchanged; null clears an optional field. */
export const paramChanges = paramFields.partial().extend({
  description: texts.nullable().optional().describe('Description; null removes it.'),
  category: names.nullable().optional().describe('Group; null removes it.'),
  label: paramFields.shape.label.nullable().describe('Symbol; null removes it.'),
  bitPosition: paramFields.shape.bitPosition.nullable().describe('First bit, 0 to 63; null removes it.'),
  bitsAmount: paramFields.shape.bitsAmount
    .nullable()
    .describe('Number of bits of a bit mask, or registers of a text; null removes it.'),
  precision: paramFields.shape.precision
    .nullable()
    .describe('Decimals of the displayed value, 0 to 12; null removes it.'),
  min: decimal.nullable().optional().describe('Minimum value for writing; null removes it.'),
  max: decimal.nullable().optional().describe('Maximum value for writing; null removes it.'),
  rolloverAt: decimal
    .nullable()
    .optional()
    .describe('For a counter: value at which it rolls over to zero; null removes it.'),
  hourlyMax: decimal.nullable().optional().describe('For a counter: maximum increase per hour; null removes it.'),
  unitName: paramFields.shape.unitName.nullable().describe('Unit of the value; null removes it.'),
  enum: paramFields.shape.enum.nullable().describe('Labels by numeric value; null removes them.'),
  nanValues: paramFields.shape.nanValues.nullable().describe('Raw values that mean "no value"; null removes them.'),
  coding: paramFields.shape.coding.nullable().describe('Location of the sign or scale; null removes it.'),
  formula: formula.optional().describe('Formula; only for computed parameters.'),
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
      .describe('Area: registers, coils or discrete inputs, or `computed` from other parameters.'),
    formula: formula
      .optional()
      .describe('Formula of a computed parameter: numbers, `#id` for parameters, and operators.'),
  })
  .meta({ id: 'Parameter', description: 'A parameter with all its settings.' })

export const params = {
  idByReference: post('/org/:orgId/params/get-id-by-reference/', {
    access: 'viewer',
    object: 'org',
    summary: 'Find a parameter by reference',
    description:
      'The body is the reference as a JSON string: `#id`, `[slug]`, `<device>><address>`, `<deviceSlug>><registerKind>><address>` or slugs separated by dots, `net.device.param`, at most 400 characters.',
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
    description: 'Applied completely or not at all: a missing or inaccessible ID refuses the whole request.',
    errors: {
      ObjectNotFound: 'one of the parameters does not exist or is not accessible.',
      NotAuthorized: 'the caller is not a manager in the organization of one of them.',
    },
    body: z.object({
      paramIds,
      modification: z
        .object({
          category: visibleText.max(200).optional().describe('Group in lists, at most 200 characters.'),
          isTracked: z.boolean().optional().describe('Whether they are polled.'),
          isProgrammable: z.boolean().optional().describe('Whether they are writable.'),
        })
        .describe('Changes to all of them; omitted fields are unchanged.'),
    }),
    reply: z.object({}),
  }),
  deleteMany: post('/params/delete/', {
    access: 'manager',
    object: 'listed',
    summary: 'Delete several parameters',
    description: 'Permanently deletes them with their readings; completely or not at all.',
    errors: {
      ObjectNotFound: 'one of the parameters does not exist or is not accessible.',
      NotAuthorized: 'the caller is not a manager in the organization of one of them.',
    },
    body: z.object({ paramIds }),
    reply: z.object({}),
  }),
  info: get('/params/get-info/', {
    access: 'viewer',
    object: 'listed',
    summary: 'Get the locations of parameters',
    description:
      'Returns name, address and type of each with its device and network. Parameters that do not exist or are not accessible are omitted.',
    query: z.object({ paramIds: queryParamIds }),
    reply: z.array(
      z.object({
        id: idOf.param,
        name: z.string().describe('Parameter name.'),
        fullName: facts.fullName,
        slug: facts.slug,
        deviceId: idOf.device,
        deviceName: z.string().describe('Device name.'),
        deviceSlug: z.string().describe('Slug of the device.'),
        networkId: idOf.net,
        networkName: z.string().describe('Network name.'),
        networkSlug: z.string().describe('Slug of the network.'),
        address: facts.address,
        valueType: z.enum(valueTypes).describe('Register encoding of the value.'),
        registerKind: z
          .enum(paramKinds)
          .describe('Area: holding or input registers, coils or discrete inputs; or `computed` from other parameters.'),
        isProgrammable: facts.isProgrammable,
        bitPosition: z.number().optional().describe('First bit of a bit or bit mask in registers.'),
        bitsAmount: z.number().optional().describe('Number of bits of a bit mask, or registers of a text.'),
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
    description: 'Omitted fields are unchanged, null removes optional fields. Recorded readings do not change.',
    errors: { IncorrectRequest: 'a value does not fit the others, or the slug is taken; the message names it.' },
    params: z.object({ paramId: pathId.param }),
    body: paramChanges,
    reply: z.object({}),
  }),
}
