import { type CharFormat, charFormats } from '@busbar/serial'

export interface LineFormat {
  readonly baud: number
  readonly charFormat: CharFormat
}

/**
 * Returns the bytes that a receiver reads from one character. It samples the middle of each bit at its own speed from
 * the falling edge on, and drops characters with a wrong parity or stop bit; so another speed or format reads other
 * bytes, more, fewer or none.
 */
export function receivedBytes(byte: number, from: LineFormat, to: LineFormat): readonly number[] {
  if (from.baud === to.baud && from.charFormat === to.charFormat) return [byte]
  const wire = levels(byte, from.charFormat)
  const levelAt = (time: number): number => wire[Math.floor(time)] ?? 1
  // Times are in bits of the sender.
  const step = from.baud / to.baud
  const { parity } = charFormats[to.charFormat]
  const received: number[] = []
  for (let edge = fallingEdge(wire, 0); edge !== undefined; ) {
    const start = edge
    const bit = (index: number): number => levelAt(start + (index + 0.5) * step)
    const data = Array.from({ length: 8 }, (_, index) => bit(1 + index)).reduce(
      (sum, level, at) => sum | (level << at),
      0,
    )
    const stopAt = parity === 'none' ? 9 : 10
    const isStart = bit(0) === 0
    const isValid = isStart && bit(stopAt) === 1 && (parity === 'none' || bit(9) === parityBit(data, parity))
    if (isValid) received.push(data)
    edge = fallingEdge(wire, start + Math.max((isStart ? stopAt + 0.5 : 0.5) * step, 0.5))
  }
  return received
}

/** Levels of a character on the wire: start bit first, then the lowest data bit. */
function levels(byte: number, format: CharFormat): number[] {
  const { parity } = charFormats[format]
  const data = Array.from({ length: 8 }, (_, index) => (byte >> index) & 1)
  // After the last bit the line rests at 1, stop bits included.
  return parity === 'none' ? [0, ...data] : [0, ...data, parityBit(byte, parity)]
}

function parityBit(byte: number, parity: 'even' | 'odd' | 'space'): number {
  if (parity === 'space') return 0
  let ones = parity === 'odd' ? 1 : 0
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1
  return ones & 1
}

function fallingEdge(wire: readonly number[], from: number): number | undefined {
  const at = wire.findIndex((level, index) => index >= from && level === 0 && (wire[index - 1] ?? 1) === 1)
  return at === -1 ? undefined : at
}
