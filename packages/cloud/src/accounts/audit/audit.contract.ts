import { bool, idNumber, instant, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { idOf, pathId } from '../../fields/fields.ts'
import { get } from '../access/access-contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }

/** Which records; what is left out leaves out none. */
const filters = {
  userId: pathId.user.optional().describe('Only what this user did.'),
  objectKind: z.string().max(40).optional().describe('Only of objects of this kind, such as `net` or `param`.'),
  objectId: z.string().max(100).optional().describe('Only of the object of this id; together with its kind.'),
  from: instant.optional().describe('Only from this moment on.'),
  till: instant.optional().describe('Only before this moment.'),
  unclear: bool.optional().describe('True: only commands of which nobody knows whether they were done.'),
}

const record = z.object({
  id: idNumber.describe('Id of the record.'),
  recordedOn: timestamp.describe('When.'),
  userId: idOf.user.optional(),
  userName: z.string().describe('Name of the user, as it was then.'),
  from: z.string().describe('Address from which it was done.'),
  action: z.string().describe('What was done, such as `net.change`.'),
  objectKind: z.string().describe('Kind of the object.'),
  objectId: z.string().describe('Id of the object.'),
  objectName: z.string().optional().describe('What the object is called now; missing where it is gone or has no name.'),
  before: z.unknown().optional().describe('What the object was before; only fields that changed.'),
  after: z.unknown().optional().describe('What it was after.'),
})

export const audit = {
  list: get('/org/:orgId/audit/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Who changed what',
    description: 'Newest first. Records are chained by hash and never changed; secrets are not in them.',
    ...orgId,
    query: z.object({
      page: integer(1, 1_000_000).optional().describe('Page to answer, from 1; 1 if left out.'),
      itemsOnPage: integer(1, 100).optional().describe('Records of a page, 1 to 100; 25 if left out.'),
      ...filters,
    }),
    reply: z.object({
      records: z.array(record).describe('Records of the page.'),
      totalRecords: z.number().describe('Records in all, as far as they are asked for.'),
      currentPage: z.number().describe('Page that is answered, from 1.'),
      itemsOnPage: z.number().describe('Records of a page.'),
    }),
  }),
  verify: get('/org/:orgId/audit/verify/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Check the chain of audit records',
    description:
      'Works out the hashes of up to 1000 records anew, from the oldest on. Ask again with `afterId` until `isEnd`: then no record was changed, added or taken out.',
    ...orgId,
    query: z.object({
      afterId: integer(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Id of the last record that was checked; left out: from the first on.'),
    }),
    reply: z.object({
      checkedRecords: z.number().describe('Records that were checked now, and hold.'),
      lastId: z.number().describe('Id of the last of them; `afterId` where there was none.'),
      isEnd: z.boolean().describe('Whether there are no more.'),
      brokenId: z
        .number()
        .optional()
        .describe('Id of the first record whose hash is not right; missing: there is none.'),
    }),
  }),
  csv: get('/org/:orgId/audit/csv/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Audit records as CSV',
    description:
      'Newest first, at most 100,000 records. Times are UTC, values are JSON. Cells that a spreadsheet would take for a formula are quoted.',
    ...orgId,
    query: z.object(filters),
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
