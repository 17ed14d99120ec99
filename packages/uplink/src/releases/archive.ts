import { createReadStream, createWriteStream, type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/* A release is a tar of files and folders, compressed with zstd. It is unpacked as root, so it contains no links,
   owners, devices or paths that lead out. The reader therefore knows two types of entries, the only ones that the
   writer creates, and refuses all others. */

const blockBytes = 512
const nameBytes = 100
const prefixBytes = 155
const plainFile = '0'
const plainFolder = '5'

/** Why an archive is not unpacked. */
export class ArchiveProblem extends Error {
  override name = 'ArchiveProblem'
}

interface ArchiveEntry {
  readonly path: string
  readonly isFolder: boolean
  readonly isExecutable: boolean
  readonly size: number
}

const octal = (value: number, bytes: number): string => `${value.toString(8).padStart(bytes - 1, '0')}\0`

/** A header's sum counts its own field as spaces. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

/** A long path is cut at a slash into a prefix and a name. */
const splitPath = (path: string): { prefix: string; name: string } => {
  if (Buffer.byteLength(path) <= nameBytes) return { prefix: '', name: path }
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(name) <= nameBytes && Buffer.byteLength(prefix) <= prefixBytes) return { prefix, name }
  }
  throw new ArchiveProblem(`${path} is too long for an archive`)
}

/** Accepts plain names separated by slashes. */
const isInside = (path: string): boolean =>
  path.split('/').every((part) => /^[\w@+.,~ -]+$/.test(part) && !/^\.+$/.test(part))

const headerOf = ({ path, isFolder, isExecutable, size }: ArchiveEntry): Buffer => {
  if (!isInside(path)) throw new ArchiveProblem(`${path} is not a path within a release`)
  const { prefix, name } = splitPath(isFolder ? `${path}/` : path)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write(octal(isFolder || isExecutable ? 0o755 : 0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write(isFolder ? plainFolder : plainFile, 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  header.write(`${octal(sumOf(header), 7)} `, 148)
  return header
}

const padding = (size: number): Buffer => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)

/** Everything below a folder, in an order that stays: the same tree is the same archive. */
function* tarOf(folder: string, below = ''): Generator<Buffer> {
  const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1)
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).toSorted(byName)) {
    const path = posix.join(below, entry.name)
    if (entry.isDirectory()) {
      yield headerOf({ path, isFolder: true, isExecutable: true, size: 0 })
      yield* tarOf(folder, path)
      continue
    }
    if (!entry.isFile()) throw new ArchiveProblem(`${path} is neither a file nor a folder`)
    const { mode } = lstatSync(join(folder, path))
    const bytes = readFileSync(join(folder, path))
    yield headerOf({ path, isFolder: false, isExecutable: (mode & 0o100) !== 0, size: bytes.length })
    yield bytes
    yield padding(bytes.length)
  }
  if (below === '') yield Buffer.alloc(2 * blockBytes)
}

/** Writes a folder's content as an archive. */
export const packArchive = async (folder: string, file: string, level = 19): Promise<void> => {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 }
  await pipeline(Readable.from(tarOf(folder)), createZstdCompress({ params }), createWriteStream(file))
}

const textAt = (header: Buffer, from: number, to: number): string => {
  const field = header.subarray(from, to)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? field.length : end).toString('utf8')
}

const numberAt = (header: Buffer, from: number, to: number): number => {
  const text = textAt(header, from, to).trim()
  if (!/^[0-7]+$/.test(text)) throw new ArchiveProblem('the archive contains an invalid number')
  return Number.parseInt(text, 8)
}

const entryOf = (header: Buffer): ArchiveEntry => {
  if (numberAt(header, 148, 156) !== sumOf(header)) throw new ArchiveProblem('an entry of the archive is damaged')
  const prefix = textAt(header, 345, 500)
  const full = `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`
  const kind = header.toString('latin1', 156, 157)
  const isFolder = kind === plainFolder
  if (kind !== plainFile && !isFolder) throw new ArchiveProblem(`${full} is neither a file nor a folder`)
  const path = isFolder ? full.replace(/\/$/, '') : full
  if (!isInside(path)) throw new ArchiveProblem(`${path} is not a path within a release`)
  const size = numberAt(header, 124, 136)
  if (isFolder && size > 0) throw new ArchiveProblem(`${path} is a folder with content`)
  return { path, isFolder, isExecutable: (numberAt(header, 100, 108) & 0o100) !== 0, size }
}

/** Buffers a byte stream and returns requested amounts. */
class ByteQueue {
  readonly #source: AsyncIterator<Buffer>
  #buffered: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns one to `max` bytes; none at the end. */
  async some(max: number): Promise<Buffer> {
    while (this.#buffered.length === 0) {
      const { done, value } = await this.#source.next()
      if (done === true) return this.#buffered
      this.#buffered = value
    }
    const taken = this.#buffered.subarray(0, max)
    this.#buffered = this.#buffered.subarray(taken.length)
    return taken
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = count; missing > 0; ) {
      const part = await this.some(missing)
      if (part.length === 0) throw new ArchiveProblem('the archive ends too early')
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }
}

/** Unpacks into a folder that is new. Every file is on the disk when it is back; more than `bytesMax` in all is refused. */
export const unpackArchive = async (file: string, folder: string, bytesMax: number): Promise<void> => {
  await mkdir(folder, { mode: 0o755 })
  const plain = createReadStream(file).pipe(createZstdDecompress())
  try {
    await unpack(new ByteQueue(plain), folder, bytesMax)
  } catch (error) {
    throw error instanceof ArchiveProblem ? error : new ArchiveProblem('the archive cannot be read', { cause: error })
  } finally {
    plain.destroy()
  }
}

const unpack = async (source: ByteQueue, folder: string, bytesMax: number): Promise<void> => {
  let bytesLeft = bytesMax
  for (;;) {
    const header = await source.exactly(blockBytes)
    if (header.every((byte) => byte === 0)) return
    const entry = entryOf(header)
    bytesLeft -= entry.size + blockBytes
    if (bytesLeft < 0) throw new ArchiveProblem(`the archive is larger than ${bytesMax} bytes`)
    const path = join(folder, entry.path)
    if (entry.isFolder) await mkdir(path, { recursive: true, mode: 0o755 })
    else await writeEntry(source, path, entry)
  }
}

const writeEntry = async (source: ByteQueue, path: string, { size, isExecutable }: ArchiveEntry): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  // Mode 'wx' refuses a duplicate name.
  await using file = await open(path, 'wx', isExecutable ? 0o755 : 0o644)
  for (let missing = size; missing > 0; ) {
    const part = await source.some(missing)
    if (part.length === 0) throw new ArchiveProblem('the archive ends too early')
    await file.write(part)
    missing -= part.length
  }
  await file.sync()
  await source.exactly(padding(size).length)
}
