import { z } from 'zod'
import { get, post } from '../../http/words.ts'

const problem = z.object({
  line: z.int().nullable().describe('Line, from 1 on; null where it is about the file as a whole.'),
  code: z.string().describe('Code of the mistake.'),
})

export const tasks = {
  list: get('/api/tasks/', {
    access: 'reader',
    extension: true,
    summary: 'Tasks, and what they know',
    description:
      'Every task that runs with the values of its items, and every file that does not with its mistake. Generation A has none.',
    reply: z.object({
      tasks: z
        .array(
          z.object({
            file: z.string().describe('File name.'),
            periodMs: z.int().describe('Milliseconds from one run to the next.'),
            state: z.enum(['idle', 'running']).describe('Whether it runs just now.'),
            lastRunOn: z.string().nullable().describe('When it last ran; null where it has not.'),
            tookMs: z.number().nullable().describe('Milliseconds of the last run; null where there was none.'),
            missedRuns: z
              .int()
              .describe('Periods without a run since it was begun, because the run before took too long.'),
            lastErrorCode: z.string().nullable().describe('Why the last run failed; null where it did not.'),
            items: z
              .array(
                z.object({
                  name: z.string().describe('Name of the item.'),
                  type: z.string().describe('Its type.'),
                  place: z
                    .string()
                    .nullable()
                    .describe('Where it lives on the bus, such as `12:H 40`; null where it does not.'),
                  isLogged: z.boolean().describe('Whether it is logged.'),
                  value: z
                    .string()
                    .nullable()
                    .describe('Its value; null where it was never read, or is not a single one.'),
                  error: z.int().describe('Exception with which it could not be read; 0 where it could.'),
                }),
              )
              .describe('Its items, 256 at most.'),
          }),
        )
        .describe('Tasks that run.'),
      faulty: z
        .array(
          problem.extend({ file: z.string().nullable().describe('File name; null where it is about the folder.') }),
        )
        .describe('Files that do not run.'),
    }),
  }),
  check: post('/api/tasks/check/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Check the text of a task',
    description: 'As it would be compiled from the card; nothing is kept.',
    body: z.object({ text: z.string().max(60_000).describe('Text of the file.') }),
    reply: z.object({
      problem: problem.nullable().describe('The first mistake; null where there is none.'),
      periodMs: z.int().nullable().describe('Milliseconds from one run to the next; null where there is a mistake.'),
      heapBytes: z.int().nullable().describe('Memory that it takes; null where there is a mistake.'),
      isLogged: z
        .boolean()
        .nullable()
        .describe(
          'Whether it has items with LOG, which need a format in `tasksLogging`; null where there is a mistake.',
        ),
    }),
    example: { body: { text: 'TASK 1 PERIOD 1000\nDEF level U16 AT 12:H 40\nDO RETURN\n' } },
  }),
}
