import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'

export const login = {
  salt: get('/api/login/salt/', {
    access: 'open',
    summary: 'A salt for one login',
    description: 'Good for 60 s and one login; at most 64 are open at once.',
    errors: { ERROR_BUSY: '64 salts are open.' },
    reply: z.object({ salt: z.string().describe('The salt, as text.') }),
  }),
  login: post('/api/login/', {
    access: 'open',
    summary: 'Open a session',
    description:
      'The password is sent as lower-case hex SHA-1 of user name, password and salt in one. `admin` has level 2, `user` level 1. A session lasts 600 s from its last use; at most 16 are open. Wrong logins are slowed by address.',
    errors: {
      ERROR_LOGIN: '',
      ERROR_LOGIN_WAIT: 'too many wrong logins from this address; `Retry-After` says when to try again.',
    },
    body: z.object({
      username: z.string().min(1).max(64).describe('`admin` or `user`.'),
      password: z.string().max(64).describe('Lower-case hex SHA-1 of user name, password and salt in one.'),
    }),
    reply: z.object({
      authType: z.literal('Bearer').describe('The token goes into the header `Authorization: Bearer <token>`.'),
      token: z.string().describe('Token of the session.'),
      ttlSec: z.int().describe('Seconds that the session lasts from its last use.'),
    }),
    hasSecrets: true,
    example: {
      body: { username: 'admin', password: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12' },
    },
  }),
  logout: post('/api/cmd/logout/', {
    access: 'reader',
    summary: 'End this session at once',
    description: 'The token is refused from then on.',
    body: nothing,
    reply: z.object({}),
  }),
}
