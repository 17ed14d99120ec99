import { id, idNumber, ids } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'

const orgId = { params: z.object({ orgId: id }) }
/** For so many days; null is for ever, and of a parameter: as its organization has it. */
const keepDays = z.int().min(1).max(36_500).nullable()

export const retention = {
  ofOrg: get('/org/:orgId/retention/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'For how many days an organization keeps its readings; null is for ever',
    ...orgId,
    reply: z.object({ keepDays }),
  }),
  changeOfOrg: post('/org/:orgId/retention/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change for how many days readings are kept; older ones are deleted for good',
    ...orgId,
    body: z.object({ keepDays }),
    reply: z.object({}),
    example: { body: { keepDays: 3650 } },
  }),
  ofParams: get('/params/retention/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'For how many days readings of parameters are kept; null is as the organization has it',
    query: z.object({ paramIds: ids(idsMax) }),
    reply: z.record(z.string(), z.object({ keepDays })),
  }),
  changeOfParams: post('/params/retention/', {
    access: 'manager',
    object: 'listed',
    extension: true,
    summary:
      'Change for how many days readings of parameters are kept, all or none; null is as the organization has it',
    body: z.object({ paramIds: z.array(idNumber).min(1).max(idsMax), keepDays }),
    reply: z.object({}),
    example: { body: { paramIds: [7], keepDays: 30 } },
  }),
}
