import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../http/words.ts'

export const login = {
  salt: get('/api/login/salt/', {
    access: 'open',
    summary: 'A salt for one login within 60 s',
    reply: z.object({ salt: z.string() }),
    example: { reply: { salt: '6b0d9f4c1e2a4f3b8c7d5e6f7a8b9c0d' } },
  }),
  login: post('/api/login/', {
    access: 'open',
    summary: 'Open a session; the password is sent as lower-case hex SHA-1 of user name, password and salt in one',
    body: z.object({ username: z.string().min(1).max(64), password: z.string().max(64) }),
    reply: z.object({ authType: z.literal('Bearer'), token: z.string(), ttlSec: z.int() }),
    hasSecrets: true,
    example: {
      body: { username: 'admin', password: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12' },
      reply: { authType: 'Bearer', token: '0f1e2d3c4b5a69788796a5b4c3d2e1f0', ttlSec: 600 },
    },
  }),
  logout: post('/api/cmd/logout/', {
    access: 'reader',
    summary: 'End this session at once',
    body: nothing,
    reply: z.object({}),
  }),
}
