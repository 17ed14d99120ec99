import type { OpenApiDocument } from '@busbar/wire'
import { packed } from '@busbar/wire/server'
import type { FastifyInstance } from 'fastify'
import { pythonClient } from './python.ts'
import { typescriptClient } from './typescript.ts'

const clients = {
  'busbar.py': { make: pythonClient, type: 'text/x-python; charset=utf-8' },
  'busbar.ts': { make: typescriptClient, type: 'text/plain; charset=utf-8' },
} as const

/** Clients in one file each, for the API as this installation has it. Few ask for them: each is made at its first request. */
export const addClients = (app: FastifyInstance, prefix: string, document: () => Promise<OpenApiDocument>): void => {
  for (const [name, { make, type }] of Object.entries(clients)) {
    let text: Promise<string> | undefined
    app.get(`${prefix}/clients/${name}`, async (_request, reply) => {
      text ??= document().then(make)
      const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
      return packed(reply.headers(headers), await text)
    })
  }
}
