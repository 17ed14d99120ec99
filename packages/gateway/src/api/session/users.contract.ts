import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../server/words.ts'

export const users = {
  list: get('/api/users/', {
    access: 'reader',
    extension: true,
    summary: 'Users and setup status',
    description: 'Also reports whether the gateway has not been set up yet.',
    reply: z.object({
      level: z.int().describe('Level of the caller, 1 or 2.'),
      hasUser: z.boolean().describe('Whether `user` (level 1) exists.'),
      isButtonPressed: z.boolean().describe('Whether the button currently grants level 1 to every client.'),
      isNew: z.boolean().describe('Whether no setting has been changed since the first start.'),
      isPasswordOwn: z
        .boolean()
        .describe('Whether a user has chosen the password of `admin`; false while it is the generated one.'),
    }),
  }),
  setPassword: post('/api/users/password/', {
    access: 'administrator',
    extension: true,
    summary: 'Set a password',
    description:
      'Applies immediately and ends the other sessions of that user. A `user` with the password null cannot log in.',
    errors: { ERROR_DISK: '' },
    body: z.object({
      username: z.enum(['admin', 'user']).describe('User whose password to set.'),
      password: z
        .string()
        .regex(/^[!-~]{5,64}$/, 'must be 5 to 64 ASCII characters without spaces')
        .nullable()
        .describe(
          'Password: 5 to 10 ASCII characters for admin, 5 to 64 for user, without spaces; null removes `user`.',
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
      'Same as the button on the box: every client has level 1 for `httpd.freeAccessSec`, and a cloud may bind this gateway for one day.',
    body: nothing,
    reply: z.object({}),
  }),
}
