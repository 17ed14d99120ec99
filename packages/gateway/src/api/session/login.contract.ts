import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../server/words.ts'

export const login = {
  salt: get('/api/login/salt/', {
    access: 'open',
    summary: 'Create a salt for one login',
    description: 'Valid for 60 s and one login. At most 64 salts are open at once.',
    errors: { ERROR_BUSY: '64 salts are open.' },
    reply: z.object({ salt: z.string().describe('The salt, as text.') }),
  }),
  login: post('/api/login/', {
    access: 'open',
    summary: 'Log in',
    description:
      'The password is sent as the lower-case hex SHA-1 of user name, password and salt, concatenated. `admin` has level 2, `user` level 1. A session expires 600 s after its last use; at most 16 are open. Failed logins are rate-limited per address.',
    errors: {
      ERROR_LOGIN: '',
      ERROR_LOGIN_WAIT: 'too many failed logins from this address; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      username: z.string().min(1).max(64).describe('`admin` or `user`.'),
      password: z.string().max(64).describe('Lower-case hex SHA-1 of user name, password and salt, concatenated.'),
    }),
    reply: z.object({
      authType: z.literal('Bearer').describe('Send the token in the header `Authorization: Bearer <token>`.'),
      token: z.string().describe('Session token.'),
      ttlSec: z.int().describe('Seconds until the session expires, from its last use.'),
    }),
    hasSecrets: true,
    example: {
      body: { username: 'admin', password: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12' },
    },
  }),
  logout: post('/api/cmd/logout/', {
    access: 'reader',
    summary: 'Log out',
    description: 'The token becomes invalid immediately.',
    body: nothing,
    reply: z.object({}),
  }),
}
