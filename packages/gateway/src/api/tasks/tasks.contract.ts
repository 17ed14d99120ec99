import { z } from 'zod'
import { get, post } from '../server/words.ts'

const problem = z.object({
  line: z.int().nullable().describe('Line number, from 1; null where the problem concerns the whole file.'),
  code: z.string().describe('Error code.'),
})

const taskFile = z.string().regex(/^[\w-]{1,8}\.tsk$/i)

export const tasks = {
  list: get('/api/tasks/', {
    access: 'reader',
    extension: true,
    summary: 'Tasks and their items',
    description:
      'Lists running tasks with the values of their items, and files that do not run with their errors. Variant A has no tasks.',
    reply: z.object({
      tasks: z
        .array(
          z.object({
            file: z.string().describe('File name.'),
            periodMs: z.int().describe('Period in milliseconds.'),
            state: z.enum(['idle', 'running']).describe('Whether the task is running at the moment.'),
            lastRunOn: z.string().nullable().describe('Time of the last run; null before the first run.'),
            tookMs: z
              .number()
              .nullable()
              .describe('Duration of the last run in milliseconds; null before the first run.'),
            missedRuns: z
              .int()
              .describe('Periods missed since the task was started because the previous run took too long.'),
            lastErrorCode: z.string().nullable().describe('Error of the last run; null without an error.'),
            items: z
              .array(
                z.object({
                  name: z.string().describe('Item name.'),
                  type: z.string().describe('Item type.'),
                  place: z
                    .string()
                    .nullable()
                    .describe('Bus address, such as `12:H 40`; null for an item without one.'),
                  isLogged: z.boolean().describe('Whether the item is logged.'),
                  value: z.string().nullable().describe('Value; null when it was never read or is an array.'),
                  error: z.int().describe('Modbus exception of the last read; 0 without one.'),
                }),
              )
              .describe('Items, 256 at most.'),
          }),
        )
        .describe('Running tasks.'),
      faulty: z
        .array(
          problem.extend({
            file: z.string().nullable().describe('File name; null when the problem concerns the folder.'),
          }),
        )
        .describe('Files that do not run.'),
      pending: z.array(z.string()).describe('New or changed files that are not loaded yet.'),
    }),
  }),
  check: post('/api/tasks/check/', {
    access: 'fieldReader',
    extension: true,
    summary: 'Check the text of a task',
    description:
      'Compiles the text as if it were on the card and lists the registers that the task would write. Nothing is stored.',
    body: z.object({
      text: z.string().max(60_000).describe('Source text of the task.'),
      file: taskFile
        .optional()
        .describe('File name under which the task would run; the text is then also checked against the other tasks.'),
    }),
    reply: z.object({
      revision: z.string().describe('Identifies the text; `start` requires it.'),
      problem: problem.nullable().describe('The first problem; null where there is none.'),
      problems: z.array(problem).describe('All problems, 50 at most.'),
      periodMs: z.int().nullable().describe('Period in milliseconds; null with a problem.'),
      heapBytes: z.int().nullable().describe('Memory required in bytes; null with a problem.'),
      isLogged: z
        .boolean()
        .nullable()
        .describe('Whether the task has items with LOG, which need a format in `tasksLogging`; null with a problem.'),
      writes: z
        .array(
          z.object({
            item: z.string().describe('Name of the item.'),
            unit: z.int().describe('Unit ID of the device; 0 is a broadcast to every device on the bus.'),
            area: z.enum(['H', 'I', 'C', 'D']).describe('`H` holding registers, `C` coils.'),
            address: z.int().describe('First address, from 0.'),
            count: z.int().describe('Number of registers or coils.'),
            hasSafeValue: z.boolean().describe('Whether the gateway also writes a safe value when the task fails.'),
          }),
        )
        .nullable()
        .describe('Registers and coils that the task writes; null with a problem.'),
      warnings: z
        .array(
          z.object({
            line: z.int().describe('Line number, from 1.'),
            code: z
              .enum(['WARNING_RUN_UNDONE'])
              .describe(
                '`WARNING_RUN_UNDONE`: when the unit does not respond, this statement undoes the whole run, also what the task does after testing the unit with ERR or OK.',
              ),
            item: z.string().describe('Name of the item that the statement uses.'),
            unit: z.int().describe('Unit ID of the device.'),
          }),
        )
        .describe('Statements that probably do not do what is intended. The task runs anyway.'),
    }),
    example: { body: { text: 'TASK 1 PERIOD 1000\nDEF level U16 AT 12:H 40\nDO RETURN\n' } },
  }),
  start: post('/api/tasks/start/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Start a draft',
    description:
      'Moves a task from `/TASKS/DRAFTS/` to `/TASKS/`, where it runs. A running task of the same name is replaced, and its text is kept as `/TASKS/DRAFTS/NAME.BAK`.',
    body: z.object({
      file: taskFile.describe('File name of the draft.'),
      revision: z
        .string()
        .describe('Revision that `check` returned for the text, so that only a text that was checked starts.'),
    }),
    errors: {
      ERROR_CONFLICT: 'the draft has changed since it was checked, or it has a problem.',
      ERROR_FR_NO_FILE: 'there is no draft of this name.',
    },
    reply: z.object({}),
    example: { body: { file: 'OVEN.TSK', revision: '5f2b9c3d1e4a6b70' } },
  }),
  stop: post('/api/tasks/stop/', {
    access: 'fieldActor',
    extension: true,
    summary: 'Stop a task',
    description:
      'Moves a task from `/TASKS/` to `/TASKS/DRAFTS/`. If a draft of that name exists, the draft is kept and the stopped text is saved as `NAME.BAK`. Safe values are written as for a deleted file.',
    body: z.object({ file: taskFile.describe('File name of the task.') }),
    errors: { ERROR_FR_NO_FILE: 'there is no task of this name.' },
    reply: z.object({}),
    example: { body: { file: 'OVEN.TSK' } },
  }),
}
