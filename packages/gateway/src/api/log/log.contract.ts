import { integer } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../http/words.ts'

export const log = {
  lines: get('/api/log/', {
    access: 'administrator',
    extension: true,
    summary: 'What the gateway has logged',
    description: 'The last 500 lines since the start, without secrets.',
    query: z.strictObject({
      after: integer(0, 0x7fff_ffff).optional().describe('Only lines with a higher number.'),
    }),
    reply: z.object({
      lines: z
        .array(
          z.object({
            number: z.int().describe('Counts from 1 since the start.'),
            on: z.string().describe('When.'),
            level: z.enum(['error', 'warn', 'info', 'debug']).describe('How serious it is.'),
            text: z.string().describe('What happened.'),
          }),
        )
        .describe('Oldest first.'),
    }),
  }),
}
