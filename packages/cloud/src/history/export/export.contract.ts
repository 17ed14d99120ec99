import { ids, instant } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { backwards, isReadingsSpan, readingsFrom } from '../span.ts'

const exportFormats = ['jsonl', 'line-protocol', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** Readings of one file. */
export const exportRowsMax = 50_000_000
const idsMax = 2000

/** Readings as files for other programs. */
export const readingsExport = {
  file: get('/org/:orgId/readings/export/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Readings as a file for other programs',
    description:
      '`jsonl`: a line `{"t","p","v"}` for each reading, `{"t","till","p","e"}` for each gap, and `{"end":true,"rows":n}` at last: without it the file is cut. `line-protocol`: for InfluxDB, with tags `net` and `device`, times in nanoseconds, `# end rows=n` at last. `parquet`: columns `time`, `param_id`, `value`, `text`. Without ids all parameters of the organization. At most 50 million readings.',
    errors: {
      IncorrectRequest: 'there are more than 50 million readings, or the query is not of its form.',
      ObjectNotFound: 'there is no such organization.',
    },
    params: z.object({ orgId: pathId.org }),
    query: z
      .object({
        format: z.enum(exportFormats).describe('Format of the file.'),
        paramIds: ids(idsMax).optional().describe('Ids of parameters with commas between, at most 2000.'),
        deviceIds: ids(idsMax).optional().describe('Ids of devices with commas between, at most 2000.'),
        from: readingsFrom
          .optional()
          .describe('Beginning of the span, rounded up to a millisecond; the first reading if left out.'),
        till: instant.optional().describe('End of the span; now if left out.'),
      })
      .refine(isReadingsSpan, backwards),
    cost: 10,
    produces: 'application/octet-stream',
    reply: z.string(),
  }),
}
