import { at } from '@busbar/kit'
import type { Request } from '@busbar/modbus'
import type { WriteFacts } from './facts.sql.ts'

/** Registers to write. With a mask only its bits are the value's, and the others stay as they are. */
export interface Words {
  words: readonly number[]
  mask?: readonly number[]
}

type Target = Pick<WriteFacts, 'registerKind' | 'address' | 'order' | 'valueType' | 'writeFunction'>

/** Sets single bits of registers, whatever the others hold. */
export const maskCommands = ({ address }: Target, words: readonly number[], mask: readonly number[]): Request[] =>
  mask.flatMap((bits, index) =>
    bits === 0 ? [] : [{ fn: 22, address: address + index, and: ~bits & 0xffff, or: at(words, index) & bits }],
  )

/** Writes whole registers, or a coil, with the functions that the device is to be written with. */
export const plainCommands = (target: Target, words: readonly number[]): Request[] => {
  const { registerKind, address, writeFunction } = target
  const [first = 0] = words
  if (registerKind === 'coil')
    return writeFunction === 'always-16'
      ? [{ fn: 15, address, bits: [first & 1] }]
      : [{ fn: 5, address, on: (first & 1) === 1 }]
  const isOneByOne = writeFunction === 'always-6' || (writeFunction === 'normal' && words.length === 1)
  if (!isOneByOne) return [{ fn: 16, address, words }]
  const one = words.map((word, index): Request => ({ fn: 6, address: address + index, word }))
  // The most significant register first: many devices take a value over when its last one comes.
  return isReversed(target) ? one.toReversed() : one
}

/** The registers of a field together with their neighbours' bits. */
export const mergedWords = (old: ArrayLike<number>, words: readonly number[], mask: readonly number[]): number[] =>
  words.map((word, index) => {
    const bits = at(mask, index)
    return (at(old, index) & ~bits & 0xffff) | (word & bits)
  })

const isReversed = ({ order, valueType }: Target): boolean =>
  valueType !== 'string' && (order === 'CDAB' || order === 'DCBA')
