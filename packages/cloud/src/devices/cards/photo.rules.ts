import { photoBytesMax } from './cards.contract.ts'

/** A photo whose type was detected from its bytes, not from its name. */
export interface Photo {
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const sideMax = 8192

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Looks a picture through from its first byte to its last; null where it is no whole PNG or JPEG, or larger than a photo is. */
export const photoOf = (bytes: Uint8Array): Photo | null => {
  if (bytes.length > photoBytesMax) return null
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const photo = pngOf(data) ?? jpegOf(data)
  const isSized = photo !== null && [photo.width, photo.height].every((side) => side >= 1 && side <= sideMax)
  return isSized ? photo : null
}

/** A header first, an end last, and nothing behind it. */
const pngOf = (data: Buffer): Photo | null => {
  if (!data.subarray(0, 8).equals(pngSignature)) return null
  let size: Photo | null = null
  for (let at = 8; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at)
    const kind = data.toString('latin1', at + 4, at + 8)
    if ((size === null) !== (kind === 'IHDR') || at + 12 + length > data.length) return null
    if (kind === 'IHDR') {
      if (length !== 13) return null
      size = { mediaType: 'image/png', width: data.readUInt32BE(at + 8), height: data.readUInt32BE(at + 12) }
    }
    at += 12 + length
    if (kind === 'IEND') return length === 0 && at === data.length ? size : null
  }
  return null
}

/** Segments up to the scan, one of which has the size; and the end of the image at the end. */
const jpegOf = (data: Buffer): Photo | null => {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8 || data.readUInt16BE(data.length - 2) !== 0xffd9) return null
  let size: Photo | null = null
  for (let at = 2; at + 4 <= data.length; ) {
    const marker = data.readUInt16BE(at)
    const length = data.readUInt16BE(at + 2)
    if (marker < 0xffc0 || marker === 0xffff || length < 2 || at + 2 + length > data.length) return null
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) {
      if (length < 8) return null
      size = { mediaType: 'image/jpeg', height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) }
    }
    if (marker === 0xffda) return size
    at += 2 + length
  }
  return null
}
