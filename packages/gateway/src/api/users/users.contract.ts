import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'

export const users = {
  list: get('/api/users/', {
    access: 'reader',
    extension: true,
    summary: 'Who can log in',
    description: 'Also whether this is a gateway that nobody has set up yet.',
    reply: z.object({
      level: z.int().describe("The caller's level, 1 or 2."),
      hasUser: z.boolean().describe('Whether `user` exists, who has level 1.'),
      isButtonPressed: z.boolean().describe('Whether the button lets everybody in with level 1 now.'),
      isNew: z.boolean().describe('Whether no setting was changed since the first start.'),
      isPasswordOwn: z
        .boolean()
        .describe('Whether a person has chosen the password of `admin`; false while it is the one that was made.'),
    }),
  }),
  setPassword: post('/api/users/password/', {
    access: 'administrator',
    extension: true,
    summary: 'Set a password',
    description:
      'Counts at once, and ends the other sessions of that user. A `user` with the password null cannot log in any more.',
    errors: { ERROR_DISK: '' },
    body: z.object({
      username: z.enum(['admin', 'user']).describe('Whose password.'),
      password: z
        .string()
        .regex(/^[!-~]{5,64}$/, 'must be 5 to 64 ASCII characters without spaces')
        .nullable()
        .describe(
          'Password: of admin 5 to 10, of user 5 to 64 ASCII characters without spaces; null takes `user` away.',
        ),
    }),
    reply: z.object({}),
    example: { body: { username: 'user', password: 'visitor-7' } },
  }),
  pressButton: post('/api/cmd/button/', {
    access: 'administrator',
    extension: true,
    summary: 'Press the button',
    description:
      'As at the box: everybody has level 1 for `httpd.freeAccessSec`, and a cloud may bind this gateway for a day.',
    body: nothing,
    reply: z.object({}),
  }),
}
