import { z } from 'zod'
import { meaning } from './forms.ts'

/** Yes or no in a query. */
export const bool = meaning(
  z.codec(z.enum(['true', 'false', '1', '0'], 'must be true, false, 1 or 0'), z.boolean(), {
    decode: (text) => text === 'true' || text === '1',
    encode: (value) => (value ? 'true' : 'false'),
  }),
  { schema: { type: 'boolean' } },
)

const present = z.literal('', 'takes no value')

/** A query's word that is there or is not: `?list`, `?list=`. */
export const flag = meaning(
  z.codec(present.optional(), z.boolean(), {
    decode: (text) => text !== undefined,
    encode: (value) => (value ? '' : undefined),
  }),
  { schema: { type: 'string', const: '' }, parameter: { allowEmptyValue: true } },
)

// A record's schema passes over this one name.
const noProto = <T extends object>() =>
  z.custom<T>((given) => !Object.hasOwn(given as T, '__proto__'), 'Unrecognized key: "__proto__"')

/** A whole query of flags that name things, `?ntp&gsm`, as a list under one name: `{ keys: ['ntp', 'gsm'] }`. */
export const namedFlags = <Key extends string, Name extends string>(key: Key, names: readonly Name[]) => {
  const name = z.enum(names)
  const list = z.object({ [key]: z.array(name) } as Record<Key, z.ZodArray<typeof name>>)
  return meaning(
    z.codec(noProto<Partial<Record<Name, ''>>>().pipe(z.partialRecord(name, present)), list, {
      decode: (flags) => ({ [key]: Object.keys(flags) }) as z.input<typeof list>,
      encode: (lists) => {
        const flagNames = (lists as Record<Key, Name[]>)[key]
        return Object.fromEntries(flagNames.map((one) => [one, ''])) as Partial<Record<Name, ''>>
      },
    }),
    {
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          names.map((one) => [
            one,
            { type: 'string', const: '', description: `Answers \`${one}\`; where nothing is named, all is answered.` },
          ]),
        ),
      },
      parameter: { allowEmptyValue: true },
    },
  )
}
