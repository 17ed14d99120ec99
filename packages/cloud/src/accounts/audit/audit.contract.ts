import { bool, idNumber, instant, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { idOf, pathId } from '../../fields/fields.ts'
import { get } from '../access/access-contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }

/** A missing filter excludes no records. */
const filters = {
  userId: pathId.user.optional().describe('Only changes by this user.'),
  objectKind: z.string().max(40).optional().describe('Only objects of this type, such as `net` or `param`.'),
  objectId: z.string().max(100).optional().describe('Only the object with this ID; requires `objectKind`.'),
  from: instant.optional().describe('Start of the period, inclusive.'),
  till: instant.optional().describe('End of the period, exclusive.'),
  unclear: bool.optional().describe('True: only commands whose outcome is unknown.'),
}

const record = z.object({
  id: idNumber.describe('Record ID.'),
  recordedOn: timestamp.describe('When.'),
  userId: idOf.user.optional(),
  userName: z.string().describe('Name of the user at the time of the change.'),
  from: z.string().describe('Client address.'),
  action: z.string().describe('Action, such as `net.change`.'),
  objectKind: z.string().describe('Object type.'),
  objectId: z.string().describe('Object ID.'),
  objectName: z.string().optional().describe('Current name of the object; missing if it was deleted or has no name.'),
  before: z.unknown().optional().describe('Values before the change; only changed fields.'),
  after: z.unknown().optional().describe('Values after the change.'),
})

export const audit = {
  list: get('/org/:orgId/audit/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Audit log',
    description: 'Newest first. Records form a hash chain and are never changed. They contain no secrets.',
    ...orgId,
    query: z.object({
      page: integer(1, 1_000_000).optional().describe('Page number, from 1; 1 by default.'),
      itemsOnPage: integer(1, 100).optional().describe('Records per page, 1 to 100; 25 by default.'),
      ...filters,
    }),
    reply: z.object({
      records: z.array(record).describe('Records of this page.'),
      totalRecords: z.number().describe('Total number of matching records.'),
      currentPage: z.number().describe('Page number, from 1.'),
      itemsOnPage: z.number().describe('Records per page.'),
    }),
  }),
  verify: get('/org/:orgId/audit/verify/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Verify the chain of audit records',
    description:
      'Recalculates the hashes of up to 1000 records, oldest first. Repeat the request with `afterId` until `isEnd` is true: then no record was changed, added or removed.',
    ...orgId,
    query: z.object({
      afterId: integer(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('ID of the last verified record; start with the oldest record by default.'),
    }),
    reply: z.object({
      checkedRecords: z.number().describe('Number of records verified by this request.'),
      lastId: z.number().describe('ID of the last verified record; equals `afterId` when there was none.'),
      isEnd: z.boolean().describe('Whether the end of the chain was reached.'),
      brokenId: z.number().optional().describe('ID of the first record with a wrong hash; missing if all are correct.'),
    }),
  }),
  csv: get('/org/:orgId/audit/csv/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Export audit records as CSV',
    description:
      'Newest first, at most 100,000 records. Timestamps are UTC, values are JSON. Cells that a spreadsheet could execute as a formula are quoted.',
    ...orgId,
    query: z.object(filters),
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
