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
      'Tracked or not; nothing is recorded. It takes 15 s at most: what was not read by then is `Timeout`. Parameters that do not exist for the caller are left out.',
    query: z.object({
      paramIds: queryParamIds,
      lang,
      failbackToDb: bool.optional().describe('True answers the last stored value where the reading fails.'),
    }),
    reply: z.record(
      z.string(),
      z.union([
        z.object({
          value: z.string().describe('The value as text with all its digits.'),
          formattedValue: z.string().describe('The value with its unit or label.'),
        }),
        err,
      ]),
    ),
  }),
  values: post('/org/:orgId/params/get-param-values/', {
    access: 'viewer',
    object: 'org',
    summary: 'Values of several paths',
    description:
      "At most 1000 paths with spaces between: `!1.5` is the number itself, `conn?[net]` 1 or 0 for a network's connection, a reference the last reading, `*` and a reference the real-time reading. A value is a number where a number names it exactly, otherwise a text; `NOP` no parameter, `NOLR` no last reading, `NORV` no real-time reading, `NON` no network.",
    params: z.object({ orgId: pathId.org }),
    body: z.object({ params: pathsText.describe('Paths with spaces between, at most 1000.') }),
    reply: z.record(z.string(), z.union([z.string(), z.number()])),
    example: {
      body: { params: '!1.5 conn?[hall] hall.meter.u1 *#7' },
    },
  }),
}
