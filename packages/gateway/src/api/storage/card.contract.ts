import { nothing } from '@busbar/wire'
import { z } from 'zod'
import { blockBytes } from '../../storage/transfer/block.rules.ts'
import { get, post } from '../server/words.ts'
import { cardPath } from './path.contract.ts'

const blocksMax = 65_536
const base64CharsMax = 1368

const item = z
  .object({
    name: z.string().describe('Name without the folder.'),
    attrib: z.string().describe('Attributes: `d` folder, `r` readable, `w` writable, such as `-rw`.'),
    size: z.int().describe('Size in bytes.'),
    datetime: z.string().describe('Modification time in local time, such as `2026-11-14T10:21:00`.'),
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
    data: z.base64().max(base64CharsMax).describe('Bytes of the block in base64: 1024, fewer only in the last block.'),
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
    summary: 'List a folder',
    description: 'Returns the items between two indices, both inclusive. Both indices are null for an empty folder.',
    body: z.object({
      path: cardPath,
      fromIdx: index.default(0).describe('Index of the first item to return, from 0.'),
      toIdx: index.optional().describe('Index of the last item to return; the last item by default.'),
    }),
    reply: z.object({
      fromIdx: z.int().nullable().describe('Index of the first item returned; null without items.'),
      toIdx: z.int().nullable().describe('Index of the last item returned; null without items.'),
      total: z.int().describe('Total number of items in the folder.'),
      items: z.array(item).describe('The items.'),
    }),
    example: {
      body: { path: '/' },
    },
  }),
  info: post('/api/card/file/info/', {
    access: 'fieldReader',
    summary: 'Get file or folder information',
    description: 'Returns name, attributes, size and modification time.',
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
      'Returns the file, or the part that the `Range` header requests (a single range). It is always sent as a download, never as a page.',
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
      blockCount: z.int().describe('Total number of blocks of the file.'),
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
      'Blocks must be sent in order. The file appears once its last block has arrived; an unfinished write leaves nothing behind.',
    errors: {
      ERROR_FR_DENIED: 'the card does not allow it.',
      ERROR_FR_WRITE_PROTECTED: '',
      ERROR_FR_LOCKED: '',
      ERROR_FR_INVALID_PARAMETER: 'the block does not follow the previous one.',
    },
    body: writeBlock,
    reply: z.object({}),
    example: { body: { path: '/CONFIG.TXT', blockIdx: 0, blockCount: 1, data: 'SGVsbG8=' } },
  }),
  remove: post('/api/card/remove/', {
    access: 'administrator',
    summary: 'Delete a file or an empty folder',
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
    summary: 'Eject the card safely',
    description:
      'Pending writes are finished. The card is not used again until it is reinserted or the gateway restarts. Tasks stop.',
    errors: { ERROR_FR_LOCKED: 'a program of the box uses the card; it stays mounted.' },
    body: nothing,
    reply: z.object({}),
  }),
}
