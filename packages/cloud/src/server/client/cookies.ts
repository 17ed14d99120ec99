import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from './client-address.ts'

interface Cookie {
  name: string
  value: string
  /** To which addresses of ours the browser sends it. */
  path: string
  lifetimeMs: number
}

/** The cookies of one request, and of its answer. */
export interface Cookies {
  get(name: string): string | undefined
  /** For no script and for no other site to use; kept to encrypted connections where this is one. */
  set(cookie: Cookie): void
}

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
