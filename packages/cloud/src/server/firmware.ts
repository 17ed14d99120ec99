import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { RangeRefused, rangeOf } from '@busbar/wire/server'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { commonHeaders } from './page-headers.ts'

const served = /^(manifest\.json|manifest\.sig|[0-9A-Z]{1,8}\.BBF)$/

/** Releases for gateways. They are signed, so that their server need not be trusted, and open to all. */
export const addFirmware = (app: FastifyInstance, folder: string): void => {
  app.get<{ Params: { file: string } }>('/firmware/gateway/:file', ({ params: { file }, headers }, reply) =>
    served.test(file) ? sendPart(reply, join(folder, file), headers.range) : reply.code(404).send(),
  )
}

const sendPart = async (reply: FastifyReply, path: string, header: string | undefined): Promise<FastifyReply> => {
  const handle = await open(path).catch(() => undefined)
  if (handle === undefined) return reply.code(404).send()
  try {
    const { size } = await handle.stat()
    const range = rangeOf(header, size)
    reply.headers({ ...commonHeaders, 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' })
    reply.header('cache-control', 'no-cache')
    const { first, last } = range ?? { first: 0, last: size - 1 }
    if (range !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
    reply.header('content-length', last - first + 1)
    return reply.send(handle.createReadStream({ start: first, end: last, autoClose: true }))
  } catch (error) {
    await handle.close()
    if (!(error instanceof RangeRefused)) throw error
    return reply.code(416).header('content-range', `bytes */${error.sizeBytes}`).send()
  }
}
