import { bool, id, ids, lang } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'
import { pathsMax, pathsProblem } from './paths.rules.ts'

const pathsText = z.string().check(({ value, issues }) => {
  const message = pathsProblem(value)
  if (message !== null) issues.push({ code: 'custom', input: value, message })
})

export const realtime = {
  read: get('/params/read-realtime/', {
    access: 'viewer',
    object: 'listed',
    summary:
      'Read parameters from their devices now, tracked or not; nothing is recorded. It takes 15 s at most: what was not read by then is `Timeout`. Those that are not there for you are left out',
    query: z.object({ paramIds: ids(idsMax), lang, failbackToDb: bool.optional() }),
    reply: z.record(
      z.string(),
      z.union([z.object({ value: z.string(), formattedValue: z.string() }), z.object({ err: z.string() })]),
    ),
    example: { reply: { 7: { value: '229.8', formattedValue: '229.8 V' }, 8: { err: 'Timeout' } } },
  }),
  values: post('/org/:orgId/params/get-param-values/', {
    access: 'viewer',
    object: 'org',
    summary:
      `Values of at most ${pathsMax} paths with spaces between: ` +
      '`!1.5`, `conn?[net]`, a parameter\u2019s last reading, or with `*` its real-time reading. ' +
      'A value is a number where a number names it exactly, otherwise a text; NOP, NOLR, NORV and NON say what is missing',
    params: z.object({ orgId: id }),
    body: z.object({ params: pathsText }),
    reply: z.record(z.string(), z.union([z.string(), z.number()])),
    example: {
      body: { params: '!1.5 conn?[hall] hall.meter.u1 *#7' },
      reply: { '!1.5': 1.5, 'conn?[hall]': 1, 'hall.meter.u1': 229.8, '*#7': 'NORV' },
    },
  }),
}
