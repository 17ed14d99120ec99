import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../api-context.ts'
import type { card } from './card.contract.ts'
import type { log } from './log.contract.ts'
import { onCard } from './on-card.ts'

interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A name that any browser can write down: the plain one for old ones, the exact one for the others. */
const disposition = (path: string): string => {
  const name = path.split('/').findLast((part) => part !== '') ?? 'file'
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Files of the card are untrusted: a browser saves them and never shows them as a page of the gateway. */
const downloadHeaders = (path: string, sizeBytes: number, part: ByteRange | null): Record<string, string> => ({
  'accept-ranges': 'bytes',
  'content-length': String(part === null ? sizeBytes : part.last - part.first + 1),
  ...(part !== null && { 'content-range': `bytes ${part.first}-${part.last}/${sizeBytes}` }),
  'content-disposition': disposition(path),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
})

export const cardHandlers: Handlers<typeof card, Call> = {
  dir: (call, { path, fromIdx, toIdx }) => onCard(() => call.card.dir(path, fromIdx, toIdx)),

  info: (call, { path }) => onCard(() => call.card.info(path)),

  async download({ card: files, range, answer }, { '*': path }) {
    const { size, part, stream } = await onCard(() => files.open(`/${path}`, range))
    answer.status(part === null ? 200 : 206)
    answer.headers(downloadHeaders(path, size, part))
    return stream
  },

  async read(call, input) {
    const { blockIdx, blockCount, data } = await onCard(() => call.card.readBlock(input.path, input.blockIdx))
    return { blockIdx, blockCount, data: Buffer.from(data).toString('base64') }
  },

  async write({ card: files, requester }, { path, blockIdx, blockCount, data }) {
    const block = { idx: blockIdx, count: blockCount, bytes: Buffer.from(data, 'base64') }
    await onCard(() => files.writeBlock(requester, path, block))
    return {}
  },

  async remove(call, { path }) {
    await onCard(() => call.card.remove(path))
    return {}
  },

  async eject(call) {
    await onCard(() => call.ejectCard())
    return {}
  },
}

export const logHandlers: Handlers<typeof log, Call> = {
  lines: ({ recentLog }, { after = 0 }) => ({ lines: recentLog.after(after) }),
}
