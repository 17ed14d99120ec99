import type { Clock } from '@busbar/kit'

export interface Noise {
  /** Bytes that appear from nothing while the line is idle, on average. */
  readonly strayBytesPerSec?: number
  /** Bits that turn over in a byte on its way, on average: 0 to 8. */
  readonly flippedBitsPerByte?: number
}

/** Turns bits over, each with the same chance. */
export function flipBits(byte: number, flippedBitsPerByte: number, random: () => number): number {
  if (flippedBitsPerByte <= 0) return byte
  let flipped = byte
  for (let bit = 0; bit < 8; bit++) if (random() < flippedBitsPerByte / 8) flipped ^= 1 << bit
  return flipped
}

/** Calls `strike` at random moments, so many times per second on average, until it is cancelled. */
export function strikeAtRandom(clock: Clock, perSec: number, random: () => number, strike: () => void): () => void {
  if (perSec <= 0) return () => undefined
  const wait = (): (() => void) =>
    clock.after((-Math.log(1 - random()) / perSec) * 1000, () => {
      cancel = wait()
      strike()
    })
  let cancel = wait()
  return () => cancel()
}
