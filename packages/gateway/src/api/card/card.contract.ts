import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { blockBytes } from '../../card/transfer/block.rules.ts'
import { get, post } from '../../http/words.ts'
import { cardPath } from './path.contract.ts'

const blocksMax = 65_536
const base64CharsMax = 1368

const item = z
  .object({
    name: z.string().describe('Name, without its folder.'),
    attrib: z.string().describe('Attributes: `d` folder, `r` readable, `w` writable, such as `-rw`.'),
    size: z.int().describe('Size in bytes.'),
    datetime: z.string().describe('When it was changed, in local time, such as `2026-11-14T10:21:00`.'),
  })
  .meta({ id: 'CardItem', description: 'A file or folder of the card.' })
const blockIdx = z.int().min(0).describe('Number of the block of 1024 bytes, from 0.')
const index = z.int().min(0)

const bytesOf = (base64: string): number => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0)

const writeBlock = z
  .object({
    path: cardPath,
    blockIdx,
    blockCount: z.int().min(1).max(blocksMax).describe('Blocks of the whole file, 1 to 65536.'),
    data: z
      .base64()
      .max(base64CharsMax)
      .describe('Bytes of the block in base64: 1024, and fewer only in the last one.'),
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
    summary: 'What is in a folder',
    description: 'From one index to another, both inclusive; both indices are null in an empty folder.',
    body: z.object({
      path: cardPath,
      fromIdx: index.default(0).describe('First item to answer, from 0.'),
      toIdx: index.optional().describe('Last item to answer; the last one if left out.'),
    }),
    reply: z.object({
      fromIdx: z.int().nullable().describe('First item that is answered; null where there is none.'),
      toIdx: z.int().nullable().describe('Last item that is answered; null where there is none.'),
      total: z.int().describe('Items of the folder in all.'),
      items: z.array(item).describe('The items.'),
    }),
    example: {
      body: { path: '/' },
    },
  }),
  info: post('/api/card/file/info/', {
    access: 'fieldReader',
    summary: 'One file or folder',
    description: 'Name, attributes, size and time.',
    body: z.object({ path: cardPath }),
    reply: item,
    example: {
      body: { path: '/CONFIG.TXT' },
    },
  }),
  download: get('/card/*', {
    access: 'fieldReader',
    summary: 'Download a file',
    description:
      'The file as it is, or the part of it that the header `Range` asks for: one range at a time. It is sent as a download, never as a page.',
    errors: { ERROR_RANGE: 'the file does not have the range, or several were asked for.' },
    params: z.object({ '*': z.string().describe('Path from the root of the card, without the first `/`.') }),
    reply: z.string(),
    produces: 'application/octet-stream',
  }),
  read: post('/api/card/file/read/', {
    access: 'fieldReader',
    summary: 'Read one block of a file',
    description: '1024 bytes; the last block may be shorter.',
    errors: { ERROR_FR_INVALID_PARAMETER: 'the file does not have this block.' },
    body: z.object({ path: cardPath, blockIdx }),
    reply: z.object({
      blockIdx: z.int().describe('Number of the block, from 0.'),
      blockCount: z.int().describe('Blocks of the whole file.'),
      data: z.base64().describe('Bytes of the block in base64.'),
    }),
    example: {
      body: { path: '/CONFIG.TXT', blockIdx: 0 },
    },
  }),
  write: post('/api/card/file/write/', {
    access: 'fieldActor',
    summary: 'Write one block of a file',
    description:
      'Blocks are sent in their order; the file is there once its last block has come. A write that is not finished leaves nothing.',
    errors: {
      ERROR_FR_DENIED: 'the card does not allow it.',
      ERROR_FR_WRITE_PROTECTED: '',
      ERROR_FR_LOCKED: '',
      ERROR_FR_INVALID_PARAMETER: 'the block does not follow the one before.',
    },
    body: writeBlock,
    reply: z.object({}),
    example: { body: { path: '/CONFIG.TXT', blockIdx: 0, blockCount: 1, data: 'SGVsbG8=' } },
  }),
  remove: post('/api/card/remove/', {
    access: 'administrator',
    summary: 'Remove a file or an empty folder',
    description: 'A folder that is not empty is refused.',
    errors: {
      ERROR_FR_DENIED: 'the folder is not empty, or the file is read-only.',
      ERROR_FR_LOCKED: '',
      ERROR_FR_WRITE_PROTECTED: '',
    },
    body: z.object({ path: cardPath }),
    reply: z.object({}),
    example: { body: { path: '/OLD.TXT' } },
  }),
  eject: post('/api/cmd/memory/card_eject/', {
    access: 'administrator',
    summary: 'Make the card safe to take out',
    description:
      'What is being written is finished, and the card is not used until it is put in again or the gateway is rebooted. Tasks stop.',
    errors: { ERROR_FR_LOCKED: 'a program of the box uses the card; it stays mounted.' },
    body: nothing,
    reply: z.object({}),
  }),
}
