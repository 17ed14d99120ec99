import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks of the image itself. Texts, times and camera locations are dropped. */
const allowedChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND'])
const sideMax = 2000
const chunkOverhead = 12

/** A PNG picture with nothing in it but the picture, or why it is none. Its points are left as they are. */
export const cleanPng = (bytes: Buffer): { ok: Buffer } | { err: string } => {
  if (!bytes.subarray(0, signature.length).equals(signature)) return { err: 'It is no PNG picture.' }
  const parts: Buffer[] = [signature]
  for (let at = signature.length; at + chunkOverhead <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + chunkOverhead + length
    if (end > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) break
    if ((type === 'IHDR') !== (parts.length === 1)) break
    if (type === 'IHDR' && !isSmall(bytes, at + 8, length)) {
      return { err: `It is larger than ${sideMax} by ${sideMax} points.` }
    }
    if (allowedChunks.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return { ok: Buffer.concat(parts) }
    at = end
  }
  return { err: 'The PNG picture is damaged.' }
}

const isSmall = (bytes: Buffer, at: number, length: number): boolean => {
  if (length !== 13) return false
  const [width, height] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
  return width > 0 && height > 0 && width <= sideMax && height <= sideMax
}
