import assert from 'node:assert/strict'
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ByteStream } from '@busbar/modbus'
import * as fc from 'fast-check'
import { openPty } from './pty.ts'
import { openSerialPort } from './serial-port.ts'
import type { SerialStream } from './serial-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-pty-'))
after(() => rmSync(folder, { recursive: true }))

const open = (path: string): Promise<SerialStream> => openSerialPort({ path, baud: 115_200, charFormat: 4 })

/** The next `length` bytes that come. */
function take(stream: ByteStream, length: number): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  let got = Buffer.alloc(0)
  stream.on('data', (data) => {
    got = Buffer.concat([got, data])
    if (got.length >= length) resolve(got)
  })
  return promise
}

test('any bytes in any pieces go both ways unchanged', async () => {
  const pty = await openPty()
  const port = await open(pty.path)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 5 }),
      async (pieces) => {
        const sent = Buffer.concat(pieces)
        const [near, far] = [take(pty, sent.length), take(port, sent.length)]
        for (const piece of pieces) port.write(piece)
        assert.deepEqual(await near, sent)
        for (const piece of pieces) pty.write(piece)
        assert.deepEqual(await far, sent)
        pty.removeAllListeners('data')
        port.removeAllListeners('data')
      },
    ),
    { numRuns: 40 },
  )
  await port.close()
  await pty.close()
})

test('passes every byte before any settings are made, without an echo', async () => {
  const pty = await openPty()
  const received: number[] = []
  pty.on('data', (data) => received.push(...data))
  const sent = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  pty.write(sent)
  const fd = openSync(pty.path, constants.O_WRONLY | constants.O_NOCTTY)
  writeSync(fd, sent)
  closeSync(fd)
  while (received.length < 256) await take(pty, 1)
  assert.deepEqual(received, [...sent])
  await pty.close()
})

test('the other side closes and opens again', async () => {
  const pty = await openPty()
  pty.on('data', (data) => pty.write(data))
  for (const text of ['one', 'two', 'three']) {
    const port = await open(pty.path)
    const echo = take(port, text.length)
    port.write(Buffer.from(text))
    assert.equal(String(await echo), text)
    await port.close()
  }
  await pty.close()
})

test('does not block on unread bytes, and delivers them when they are read', async () => {
  const pty = await openPty()
  const port = await open(pty.path)
  const sent = Buffer.alloc(60_000, 'serial')
  const drained = new Promise<void>((done) => pty.on('drain', done))
  assert.equal(pty.write(sent), false)
  assert.equal(pty.write(sent), false, 'too much')
  assert.deepEqual(await take(port, sent.length), sent)
  await drained
  await port.close()
  await pty.close()
})

test('closes the port for a program that has it open', async () => {
  const pty = await openPty()
  const port = await open(pty.path)
  const events: string[] = []
  port.on('error', ({ message }) => events.push(message.startsWith(`${pty.path} is gone: `) ? 'gone' : message))
  const closed = new Promise<void>((done) => port.on('close', done))
  await pty.close()
  await closed
  assert.deepEqual(events, ['gone'])
  assert.equal(port.write(Buffer.from('x')), false)
  assert.equal(pty.write(Buffer.from('x')), false)
  await port.close()
})

test('a link leads to it while it is there', async () => {
  const link = join(folder, 'meter')
  symlinkSync('/dev/somewhere-else', link)
  const pty = await openPty({ link })
  assert.equal(readlinkSync(link), pty.path)
  const port = await open(link)
  const received = take(pty, 2)
  port.write(Buffer.from('hi'))
  assert.equal(String(await received), 'hi')
  await port.close()
  await pty.close()
  assert.equal(existsSync(link), false)
})

test('does not replace a file in place of the link', async () => {
  const link = join(folder, 'file')
  writeFileSync(link, 'mine')
  await assert.rejects(openPty({ link }), /file exists already and is not a link; choose another name or remove it/)
  assert.equal(existsSync(link), true)
})
