import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from '../../accounts/call.ts'
import type { Client } from './client-address.ts'

const charsMax = 4096

export const cookiesOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  { isHttps }: Pick<Client, 'isHttps'>,
): Cookies => ({
  get: (name) => {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
    const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    return value === undefined || value.length > charsMax ? undefined : value
  },
  set: ({ name, value, path, lifetimeMs }) => {
    const age = `Max-Age=${Math.floor(lifetimeMs / 1000)}`
    const guards = ['HttpOnly', 'SameSite=Strict', ...(isHttps ? ['Secure'] : [])]
    void reply.header('set-cookie', [`${name}=${value}`, `Path=${path}`, age, ...guards].join('; '))
  },
})
