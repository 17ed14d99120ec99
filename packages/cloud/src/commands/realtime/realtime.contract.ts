import { bool, lang } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { err, pathId, queryParamIds } from '../../fields/fields.ts'
import { pathsProblem } from './paths.rules.ts'

const pathsText = z.string().check(({ value, issues }) => {
  const message = pathsProblem(value)
  if (message !== null) issues.push({ code: 'custom', input: value, message })
})

export const realtime = {
  read: get('/params/read-realtime/', {
    access: 'viewer',
    object: 'listed',
    summary: 'Read parameters from their devices now',
    description:
      'Works for tracked and untracked parameters; nothing is recorded. Takes at most 15 s; parameters not read by then return `Timeout`. Parameters that do not exist or are not accessible are omitted.',
    query: z.object({
      paramIds: queryParamIds,
      lang,
      failbackToDb: bool.optional().describe('True to return the last stored value if the read fails.'),
    }),
    reply: z.record(
      z.string(),
      z.union([
        z.object({
          value: z.string().describe('Value as text with all digits.'),
          formattedValue: z.string().describe('The value with its unit or label.'),
        }),
        err,
      ]),
    ),
  }),
  values: post('/org/:orgId/params/get-param-values/', {
    access: 'viewer',
    object: 'org',
    summary: 'Read values by path',
    description:
      'At most 1000 paths, separated by spaces: `!1.5` is a literal number, `conn?[net]` is 1 or 0 for the connection of a network, a reference is the last reading, and `*` followed by a reference is a real-time reading. A value is a number if it can be represented exactly, otherwise text; `NOP` means no parameter, `NOLR` no last reading, `NORV` no real-time reading, `NON` no network.',
    params: z.object({ orgId: pathId.org }),
    body: z.object({ params: pathsText.describe('Paths separated by spaces, at most 1000.') }),
    reply: z.record(z.string(), z.union([z.string(), z.number()])),
    example: {
      body: { params: '!1.5 conn?[hall] hall.meter.u1 *#7' },
    },
  }),
}
