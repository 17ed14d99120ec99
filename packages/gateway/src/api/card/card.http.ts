import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { card } from './card.contract.ts'
import { downloadHeaders } from './download.rules.ts'
import { onCard } from './on-card.ts'

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
