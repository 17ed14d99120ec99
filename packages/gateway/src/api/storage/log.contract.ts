import { integer } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../server/words.ts'

export const log = {
  lines: get('/api/log/', {
    access: 'administrator',
    extension: true,
    summary: 'Gateway log',
    description: 'Returns the last 500 entries since the start, without secrets.',
    query: z.strictObject({
      after: integer(0, 0x7fff_ffff).optional().describe('Return only entries with a higher number.'),
    }),
    reply: z.object({
      lines: z
        .array(
          z.object({
            number: z.int().describe('Sequence number since the start, from 1.'),
            on: z.string().describe('When.'),
            level: z.enum(['error', 'warn', 'info', 'debug']).describe('Severity.'),
            text: z.string().describe('Message.'),
          }),
        )
        .describe('Entries, oldest first.'),
    }),
  }),
}
