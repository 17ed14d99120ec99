import { contactLanguages } from '@busbar/alerts/contacts'
import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { personName } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'
import { post } from '../access/access-contract.ts'

/** What people say of themselves. Who they are is `sessions.user`. */
export const profile = {
  change: post('/user/change/', {
    access: 'session',
    extension: true,
    summary: 'Change the own name, language and time zone',
    description:
      'The name is shown to members of the same organizations, and stands in audit records from then on. Language and time zone are those of the console after signing in; reports go by the zone of the organization. Programs have no profile.',
    errors: { NotAuthorized: 'the caller is a program.' },
    body: z.object({
      name: personName,
      language: z.enum(contactLanguages).nullable().describe('Language of the console; null: as the browser has it.'),
      timeZone: timeZone
        .nullable()
        .optional()
        .describe('Time zone of the console such as `Europe/Kyiv`; null: as the browser has it; left out: as it was.'),
    }),
    reply: z.object({}),
    example: { body: { name: 'Anna Kowalska', language: 'pl', timeZone: 'Europe/Warsaw' } },
  }),
  endSession: post('/user/sessions/:sessionId/end/', {
    access: 'session',
    extension: true,
    summary: 'End one session of the user at once',
    description: 'By the id that the list of sessions has. It may be this one.',
    params: z.object({
      sessionId: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'must be the id of a session')
        .describe('Id of the session, 32 hexadecimal digits.'),
    }),
    body: nothing,
    reply: z.object({}),
  }),
}
