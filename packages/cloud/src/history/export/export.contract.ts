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
    summary: 'Export readings',
    description:
      '`jsonl`: a line `{"t","p","v"}` for each reading, `{"t","till","p","e"}` for each gap, and `{"end":true,"rows":n}` at the end; without that line the file is truncated. `line-protocol`: for InfluxDB, with tags `net` and `device`, times in nanoseconds, and `# end rows=n` at the end. `parquet`: columns `time`, `param_id`, `value`, `text`. Without IDs, all parameters of the organization. At most 50 million readings.',
    errors: {
      IncorrectRequest: 'there are more than 50 million readings, or the query is invalid.',
      ObjectNotFound: 'the organization does not exist.',
    },
    params: z.object({ orgId: pathId.org }),
    query: z
      .object({
        format: z.enum(exportFormats).describe('File format.'),
        paramIds: ids(idsMax).optional().describe('Comma-separated parameter IDs, at most 2000.'),
        deviceIds: ids(idsMax).optional().describe('Comma-separated device IDs, at most 2000.'),
        from: readingsFrom
          .optional()
          .describe('Start of the period, rounded up to a millisecond; the first reading by default.'),
        till: instant.optional().describe('End of the period; now by default.'),
      })
      .refine(isReadingsSpan, backwards),
    cost: 10,
    produces: 'application/octet-stream',
    reply: z.string(),
  }),
}
