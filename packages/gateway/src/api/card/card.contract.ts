import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { blockBytes } from '../../card/block.rules.ts'
import { get, post } from '../../http/words.ts'
import { cardPath } from './path.contract.ts'

const blocksMax = 65_536
const base64CharsMax = 1368

const item = z
  .object({ name: z.string(), attrib: z.string(), size: z.int(), datetime: z.string() })
  .meta({ id: 'CardItem' })
const blockIdx = z.int().min(0)
const index = z.int().min(0)

const bytesOf = (base64: string): number => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0)

const writeBlock = z
  .object({
    path: cardPath,
    blockIdx,
    blockCount: z.int().min(1).max(blocksMax),
    data: z.base64().max(base64CharsMax),
  })
  .refine((one) => one.blockIdx < one.blockCount, { path: ['blockIdx'], message: 'must be less than blockCount' })
  .refine(({ data, ...one }) => one.blockIdx === one.blockCount - 1 || bytesOf(data) === blockBytes, {
    path: ['data'],
    message: `must be ${blockBytes} bytes in every block but the last`,
  })
  .refine(({ data }) => bytesOf(data) <= blockBytes, { path: ['data'], message: `must be at most ${blockBytes} bytes` })

export const card = {
  dir: post('/api/card/dir/', {
    access: 'fieldReader',
    summary: 'What is in a folder, from one index to another, both inclusive',
    body: z.object({ path: cardPath, fromIdx: index.default(0), toIdx: index.optional() }),
    reply: z.object({
      fromIdx: z.int().nullable(),
      toIdx: z.int().nullable(),
      total: z.int(),
      items: z.array(item),
    }),
    example: {
      body: { path: '/' },
      reply: {
        fromIdx: 0,
        toIdx: 0,
        total: 1,
        items: [{ name: 'CONFIG.TXT', attrib: '-rw', size: 511, datetime: '2026-11-14T10:21:00' }],
      },
    },
  }),
  info: post('/api/card/file/info/', {
    access: 'fieldReader',
    summary: 'Name, size and time of one file or folder',
    body: z.object({ path: cardPath }),
    reply: item,
    example: {
      body: { path: '/CONFIG.TXT' },
      reply: { name: 'CONFIG.TXT', attrib: '-rw', size: 511, datetime: '2026-11-14T10:21:00' },
    },
  }),
  download: get('/card/*', {
    access: 'fieldReader',
    summary: 'A file as it is, or the part of it that the header Range asks for',
    params: z.object({ '*': z.string() }),
    reply: z.string(),
    produces: 'application/octet-stream',
  }),
  read: post('/api/card/file/read/', {
    access: 'fieldReader',
    summary: 'One block of 1024 bytes of a file; the last may be shorter',
    body: z.object({ path: cardPath, blockIdx }),
    reply: z.object({ blockIdx: z.int(), blockCount: z.int(), data: z.base64() }),
    example: {
      body: { path: '/CONFIG.TXT', blockIdx: 0 },
      reply: { blockIdx: 0, blockCount: 1, data: 'SGVsbG8=' },
    },
  }),
  write: post('/api/card/file/write/', {
    access: 'fieldActor',
    summary: 'Write one block of a file; the file is there once its last block has come',
    body: writeBlock,
    reply: z.object({}),
    example: { body: { path: '/CONFIG.TXT', blockIdx: 0, blockCount: 1, data: 'SGVsbG8=' } },
  }),
  remove: post('/api/card/remove/', {
    access: 'administrator',
    summary: 'Remove a file or an empty folder',
    body: z.object({ path: cardPath }),
    reply: z.object({}),
    example: { body: { path: '/OLD.TXT' } },
  }),
  eject: post('/api/cmd/memory/card_eject/', {
    access: 'administrator',
    summary: 'Make the card safe to take out',
    body: nothing,
    reply: z.object({}),
  }),
}
