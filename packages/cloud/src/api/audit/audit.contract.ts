import { idNumber, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../access/access-contract.ts'
import { idOf, pathId } from '../fields.ts'

export const audit = {
  list: get('/org/:orgId/audit/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Who changed what',
    description: 'Newest first. Records are chained by hash and never changed; secrets are not in them.',
    params: z.object({ orgId: pathId.org }),
    query: z.object({
      page: integer(1, 1_000_000).optional().describe('Page to answer, from 1; 1 if left out.'),
      itemsOnPage: integer(1, 100).optional().describe('Records of a page, 1 to 100; 25 if left out.'),
    }),
    reply: z.object({
      records: z
        .array(
          z.object({
            id: idNumber.describe('Id of the record.'),
            recordedOn: timestamp.describe('When.'),
            userId: idOf.user.optional(),
            userName: z.string().describe('Name of the user, as it was then.'),
            from: z.string().describe('Address from which it was done.'),
            action: z.string().describe('What was done, such as `net.change`.'),
            objectKind: z.string().describe('Kind of the object.'),
            objectId: z.string().describe('Id of the object.'),
            before: z.unknown().optional().describe('What the object was before; only fields that changed.'),
            after: z.unknown().optional().describe('What it was after.'),
          }),
        )
        .describe('Records of the page.'),
      totalRecords: z.number().describe('Records in all.'),
      currentPage: z.number().describe('Page that is answered, from 1.'),
      itemsOnPage: z.number().describe('Records of a page.'),
    }),
  }),
}
