import { id, idNumber, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../access/words.ts'

export const audit = {
  list: get('/org/:orgId/audit/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Who changed what, newest first',
    params: z.object({ orgId: id }),
    query: z.object({ page: integer(1, 1_000_000).optional(), itemsOnPage: integer(1, 100).optional() }),
    reply: z.object({
      records: z.array(
        z.object({
          id: idNumber,
          recordedOn: timestamp,
          userId: idNumber.optional(),
          userName: z.string(),
          from: z.string(),
          action: z.string(),
          objectKind: z.string(),
          objectId: z.string(),
          before: z.unknown().optional(),
          after: z.unknown().optional(),
        }),
      ),
      totalRecords: z.number(),
      currentPage: z.number(),
      itemsOnPage: z.number(),
    }),
  }),
}
