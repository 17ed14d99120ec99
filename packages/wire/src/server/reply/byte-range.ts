// The size goes into the header "Content-Range: bytes */size" of the 416.
/** A range that cannot be served. */
export class RangeRefused extends Error {
  readonly sizeBytes: number

  constructor(sizeBytes: number) {
    super(`Give one range within ${sizeBytes} bytes`)
    this.name = 'RangeRefused'
    this.sizeBytes = sizeBytes
  }
}

/** Both ends are included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const oneRange = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i

/**
 * The part that a `Range` header asks for; null for the whole file. A unit other than bytes is not ours to judge and is
 * ignored (RFC 9110); several ranges, and what makes no sense, are refused.
 */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | null {
  if (header === undefined || !/^bytes=/i.test(header)) return null
  const [, first = '', last = ''] = oneRange.exec(header) ?? []
  const part = first === '' ? suffix(last, sizeBytes) : span(Number(first), last, sizeBytes)
  if (part.first > part.last || part.first >= sizeBytes) throw new RangeRefused(sizeBytes)
  return part
}

/** The last so many bytes, or all when there are fewer. */
function suffix(count: string, sizeBytes: number): ByteRange {
  if (count === '' || Number(count) === 0) throw new RangeRefused(sizeBytes)
  return { first: Math.max(0, sizeBytes - Number(count)), last: sizeBytes - 1 }
}

function span(first: number, last: string, sizeBytes: number): ByteRange {
  if (last !== '' && Number(last) < first) throw new RangeRefused(sizeBytes)
  return { first, last: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}
