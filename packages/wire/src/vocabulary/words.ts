import { z } from 'zod'
import { meaning } from './forms.ts'

const lowerUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** In requests in any letter case; converted to lower case before it is compared or stored. */
export const uuid = meaning(z.string().toLowerCase().regex(lowerUuid, 'must be a UUID'), {
  schema: { type: 'string', format: 'uuid' },
})

const languages = ['en', 'pl', 'ru', 'ua'] as const

/** Also accepts `uk`, the code of ISO 639 for Ukrainian, and reads it as `ua`. Responses always contain `ua`. */
export const lang = meaning(
  z.codec(z.enum([...languages, 'uk']), z.enum(languages), {
    decode: (language) => (language === 'uk' ? 'ua' : language),
    encode: (language) => language,
  }),
  { schema: { type: 'string', enum: [...languages] } },
).describe('Language of texts: English, Polish, Russian or Ukrainian (`ua`; `uk` is accepted in requests).')

/** The body of a request without data: `null`, or an object whose content is ignored. */
export const nothing = meaning(
  z.codec(z.union([z.null(), z.looseObject({})], 'must be null or {}'), z.object({}), {
    decode: () => ({}),
    encode: () => null,
  }),
  { schema: { type: ['null', 'object'] } },
)
