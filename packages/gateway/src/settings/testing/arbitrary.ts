import * as fc from 'fast-check'
import { z } from 'zod'
import type { Variant } from '../../base/variant.ts'
import { isIn } from '../setting.ts'
import { keysIn, settings } from '../table.ts'
import { mapFields } from '../walk.ts'

const keys = [5, 250].map((byte) => Buffer.alloc(32, byte).toString('base64'))
const words = ',a,en,ua,secret7,P4ssw0rd!?,gw-7.example.org,internet,7,1-247,112-255,+380501234567,112,*111#'
const addresses = '10.1.2.3 192.168.7.20 255.255.0.0 255.255.255.252 02:00:00:12:34:56 0a-0b-0c-0d-0e-0f'
const webAddresses = 'https://example.org/a.json http://10.0.0.1:8080/'
const texts = [...words.split(','), ...addresses.split(' '), ...webAddresses.split(' '), ...keys]

/** Values that a schema takes; texts are those of a list that it takes. */
export const valueOf = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  if (schema instanceof z.ZodNullable) return fc.option(valueOf(schema.unwrap() as z.ZodType), { nil: null })
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodNumber) return fc.integer({ min: schema.minValue ?? 0, max: schema.maxValue ?? 0 })
  if (schema instanceof z.ZodString) return fc.constantFrom(...texts.filter((text) => schema.safeParse(text).success))
  if (schema instanceof z.ZodObject) return fc.record(fieldsOf(schema))
  if (schema instanceof z.ZodArray) {
    const { minItems = 0, maxItems = 0 } = z.toJSONSchema(schema, { unrepresentable: 'any' })
    return fc.array(valueOf(schema.element as z.ZodType), { minLength: minItems, maxLength: maxItems })
  }
  throw new Error(`no values for ${schema.def.type}`)
}

const fieldsOf = (object: z.ZodObject): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries<z.ZodType>(object.shape).map(([name, field]) => [name, valueOf(field)]))

/** The same, but any field of an object may be missing. */
const changeOf = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  schema instanceof z.ZodObject ? fc.record(fieldsOf(schema), { requiredKeys: [] }) : valueOf(schema)

/** Bodies of requests that change settings, one after the other, with the fields that the variant has. */
export const bodiesOf = (variant: Variant): fc.Arbitrary<Record<string, unknown>[]> => {
  const byKey = Object.fromEntries(
    keysIn(variant).map((key) => {
      const { value } = settings[key]
      const change = changeOf(value).map((one) =>
        mapFields(value, one, key, (field, schema) => (isIn(variant, schema) ? field : undefined)),
      )
      return [key, change]
    }),
  )
  return fc.array(fc.record(byKey, { requiredKeys: [] }), { minLength: 1, maxLength: 4 })
}
