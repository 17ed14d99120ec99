/** The few things of DER that a certificate is made of. */
const tagged =
  (tag: number) =>
  (...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts)
    return Buffer.concat([Uint8Array.of(tag, ...lengthOf(content.length)), content])
  }

const lengthOf = (length: number): number[] => {
  if (length < 0x80) return [length]
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  return [0x80 | bytes.length, ...bytes]
}

export const sequence = tagged(0x30)
export const set = tagged(0x31)
/** Whole and not negative, from its bytes. */
export const integer = (...bytes: number[]): Buffer =>
  tagged(0x02)(Uint8Array.of(...((bytes[0] ?? 0) > 0x7f ? [0, ...bytes] : bytes)))
export const octets = tagged(0x04)
/** Of whole bytes. */
export const bits = (bytes: Uint8Array): Buffer => tagged(0x03)(Uint8Array.of(0), bytes)
export const utf8 = (text: string): Buffer => tagged(0x0c)(Buffer.from(text))
/** `yyyyMMddHHmmssZ` */
export const generalizedTime = (text: string): Buffer => tagged(0x18)(Buffer.from(text, 'ascii'))
/** Tags that mean what the place they are in says. */
export const explicit = (number: number, content: Uint8Array): Buffer => tagged(0xa0 | number)(content)
export const implicit = (number: number, content: Uint8Array): Buffer => tagged(0x80 | number)(content)

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06)(Uint8Array.of(40 * first + second, ...rest.flatMap(base128)))
}

const base128 = (arc: number): number[] => {
  const low = arc & 0x7f
  const head: number[] = []
  for (let left = arc >>> 7; left > 0; left >>>= 7) head.unshift(0x80 | (left & 0x7f))
  return [...head, low]
}
