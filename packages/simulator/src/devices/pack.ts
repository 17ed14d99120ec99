import { missingElement } from '@busbar/kit'
import { encodeValue, registerCount, type ValueFormat } from '@busbar/modbus'
import type { ParamValue } from './family.ts'

/** Puts a shown value into words[0], words[1] ...; bits beside a field are left zero. */
export type ValuePacker = (value: ParamValue, words: Uint16Array) => void

const floats = new DataView(new ArrayBuffer(8))

/**
 * The way of a format from numbers to registers, without the exact decimals of encodeValue(): a read packs dozens of
 * values. What a type cannot hold stays at its end.
 */
export function packer(format: ValueFormat): ValuePacker {
  const registers = registerCount(format)
  if (format.valueType === 'string') return packText(format)
  const multiplier = Number(format.multiplier ?? 1)
  const shift = Number(format.shift ?? 0)
  const split = splitter(format, registers)
  const reversed = format.order === 'CDAB' || format.order === 'DCBA'
  const swapped = format.order === 'BADC' || format.order === 'DCBA'
  return (value, words) => {
    split((Number(value) - shift) / multiplier, words)
    if (reversed) words.subarray(0, registers).reverse()
    if (swapped) for (let n = 0; n < registers; n++) words[n] = swapBytes(words[n] ?? missingElement(words, n))
  }
}

/** Words of a raw number, the most significant first. */
function splitter(format: ValueFormat, registers: number): (raw: number, words: Uint16Array) => void {
  const { valueType, bitPosition = 0, bitsAmount = 16 * registers } = format
  if (valueType === 'f32' || valueType === 'f64') {
    return (raw, words) => {
      if (registers === 2) floats.setFloat32(0, raw)
      else floats.setFloat64(0, raw)
      for (let n = 0; n < registers; n++) words[n] = floats.getUint16(2 * n)
    }
  }
  if (valueType === 'bcd16' || valueType === 'bcd32') {
    const highest = 10 ** (4 * registers) - 1
    // The decimal digits of a number, read as hexadecimal, are its BCD.
    return (raw, words) => splitInteger(Number.parseInt(String(within(raw, 0, highest)), 16), registers, words)
  }
  const bits = valueType === 'bit' ? 1 : bitsAmount
  const signed = valueType === 's16' || valueType === 's32' || valueType === 's64'
  const lowest = signed ? -(2 ** (bits - 1)) : 0
  const highest = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1
  return (raw, words) => splitInteger(within(raw, lowest, highest) * 2 ** bitPosition, registers, words)
}

const within = (raw: number, lowest: number, highest: number): number =>
  Math.min(highest, Math.max(lowest, Math.round(raw)))

function splitInteger(raw: number, registers: number, words: Uint16Array): void {
  if (registers === 1) {
    words[0] = raw
    return
  }
  const high = Math.floor(raw / 0x1_0000_0000)
  const low = raw - high * 0x1_0000_0000
  if (registers === 4) {
    words[0] = high >>> 16
    words[1] = high
  }
  words[registers - 2] = low >>> 16
  words[registers - 1] = low
}

function packText(format: ValueFormat): ValuePacker {
  const registers = registerCount(format)
  return (value, words) => {
    const encoded = encodeValue(format, String(value))
    if ('ok' in encoded) words.set(encoded.ok.words)
    else words.fill(0, 0, registers)
  }
}

const swapBytes = (word: number): number => ((word & 0xff) << 8) | (word >>> 8)
