import { z } from 'zod'
import { pathId } from '../../fields/fields.ts'
import { get, post } from '../access/access-contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
/** As text; of bytes three quarters. */
const dataCharsMax = 180_000

const picture = z.object({
  type: z.enum(['image/svg+xml', 'image/png']).describe('Form of the picture.'),
  data: z.string().max(dataCharsMax).describe('The picture in base64, at most 128 KB.'),
})

/** The sign of an organization. */
export const logo = {
  get: get('/org/:orgId/logo/', {
    access: 'viewer',
    object: 'org',
    shared: true,
    extension: true,
    summary: 'Logo of an organization',
    description: 'It stands on pages to print. Share links of the organization open it.',
    ...orgId,
    reply: z.object({ logo: picture.nullable().describe('The picture; null where there is none.') }),
  }),
  change: post('/org/:orgId/logo/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change the logo of an organization',
    description:
      'A drawing is cleaned as visualizations are; of a PNG picture of at most 2000 by 2000 points nothing but the picture is kept. Null takes it away.',
    errors: { IncorrectRequest: 'it is no picture of that form, or too large.' },
    ...orgId,
    body: z.object({ logo: picture.nullable().describe('The picture; null for none.') }),
    reply: z.object({}),
    example: { body: { logo: null } },
  }),
}
