import { contactLanguages } from '@busbar/alerts/contacts'
import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { personName } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'
import { post } from '../access/access-contract.ts'

/** Settings of the user. `sessions.user` returns the identity. */
export const profile = {
  change: post('/user/change/', {
    access: 'session',
    extension: true,
    summary: "Change the user's name, language and time zone",
    description:
      'The name is shown to members of the same organizations and appears in future audit records. Language and time zone apply to the console; reports use the time zone of the organization. API keys have no profile.',
    errors: { NotAuthorized: 'the caller is a program.' },
    body: z.object({
      name: personName,
      language: z.enum(contactLanguages).nullable().describe("Console language; null for the browser's language."),
      timeZone: timeZone
        .nullable()
        .optional()
        .describe("Console time zone such as `Europe/Kyiv`; null for the browser's time zone; unchanged if omitted."),
    }),
    reply: z.object({}),
    example: { body: { name: 'Anna Kowalska', language: 'pl', timeZone: 'Europe/Warsaw' } },
  }),
  endSession: post('/user/sessions/:sessionId/end/', {
    access: 'session',
    extension: true,
    summary: 'End a session of the user',
    description: 'Ends the session with the given ID immediately. It may be the current session.',
    params: z.object({
      sessionId: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'must be the id of a session')
        .describe('Session ID, 32 hexadecimal digits.'),
    }),
    body: nothing,
    reply: z.object({}),
  }),
}
