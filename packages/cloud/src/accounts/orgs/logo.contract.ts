import { z } from 'zod'
import { pathId } from '../../fields/fields.ts'
import { get, post } from '../access/access-contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
/** As text; of bytes three quarters. */
const dataCharsMax = 180_000

const picture = z.object({
  type: z.enum(['image/svg+xml', 'image/png']).describe('Image format.'),
  data: z.string().max(dataCharsMax).describe('Image in base64, at most 128 KB.'),
})

/** The sign of an organization. */
export const logo = {
  get: get('/org/:orgId/logo/', {
    access: 'viewer',
    object: 'org',
    shared: true,
    extension: true,
    summary: 'Get the logo of an organization',
    description: 'Used on printed pages. Share links of the organization may read it.',
    ...orgId,
    reply: z.object({ logo: picture.nullable().describe('The image; null without a logo.') }),
  }),
  change: post('/org/:orgId/logo/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Set the logo of an organization',
    description:
      'SVG drawings are sanitized. Of a PNG image (at most 2000 x 2000 pixels) only the image data is kept. Null removes the logo.',
    errors: { IncorrectRequest: 'it is no picture of that form, or too large.' },
    ...orgId,
    body: z.object({ logo: picture.nullable().describe('The image; null for none.') }),
    reply: z.object({}),
    example: { body: { logo: null } },
  }),
}
