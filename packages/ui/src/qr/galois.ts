import { at } from '@busbar/kit/at'

/** Arithmetic of QR codes: the field of 256 elements with the polynomial 0x11d. */
const exp = new Uint8Array(512)
const log = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i += 1) {
  exp[i] = x
  exp[i + 255] = x
  log[x] = i
  x = x & 0x80 ? ((x << 1) ^ 0x11d) & 0xff : x << 1
}

export const multiply = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : at(exp, at(log, a) + at(log, b)))

/** The power of the field's generator. */
export const power = (of: number): number => at(exp, of % 255)

/** The check bytes of Reed and Solomon for a block. */
export const checkBytes = (data: readonly number[], count: number): number[] => {
  let divisor = [1]
  for (let i = 0; i < count; i += 1) {
    const next = [...divisor, 0]
    for (const [k, factor] of divisor.entries()) next[k + 1] = at(next, k + 1) ^ multiply(factor, power(i))
    divisor = next
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)]
  for (let start = 0; start < data.length; start += 1) {
    const lead = at(rest, start)
    if (lead === 0) continue
    for (const [i, factor] of divisor.entries()) rest[start + i] = at(rest, start + i) ^ multiply(factor, lead)
  }
  return rest.slice(data.length)
}
