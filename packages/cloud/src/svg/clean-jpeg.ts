/** What a picture is made of: tables, frame, scans. Cameras, places, times, comments and small copies of it are left out. */
const [quantization, huffman, restart, adobe] = [0xdb, 0xc4, 0xdd, 0xee]
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const [start, end, scan] = [0xd8, 0xd9, 0xda]
const sideMax = 4000

/** A JPEG picture with nothing in it but the picture, or why it is none. Its points are left as they are. */
export const cleanJpeg = (bytes: Buffer): { ok: Buffer } | { err: string } => {
  if (bytes[0] !== 0xff || bytes[1] !== start) return { err: 'It is no JPEG picture.' }
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let isSized = false
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === end) {
      return isSized ? { ok: Buffer.concat([...parts, bytes.subarray(at, at + 2)]) } : damaged
    }
    if (at + 4 > bytes.length) break
    const after = at + 2 + bytes.readUInt16BE(at + 2)
    if (after < at + 4 || after > bytes.length) break
    if (frames.has(marker)) {
      if (isSized || after < at + 10) break
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      if (Math.min(width, height) < 1 || Math.max(width, height) > sideMax) {
        return { err: `It is larger than ${sideMax} by ${sideMax} points.` }
      }
      isSized = true
    }
    // What is coded follows its head, up to the next marker.
    const last = marker === scan ? endOfScan(bytes, after) : after
    if (marker === scan && !isSized) break
    if (isNeeded(marker)) parts.push(bytes.subarray(at, last))
    at = last
  }
  return damaged
}

const damaged = { err: 'The JPEG picture is damaged.' }

const isNeeded = (marker: number): boolean =>
  [quantization, huffman, restart, adobe, scan].includes(marker) || frames.has(marker)

/** A marker that is none of those that belong to what is coded: a stuffed nought, or a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    // A last byte of 0xff begins no marker, just as before a stuffed nought.
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
