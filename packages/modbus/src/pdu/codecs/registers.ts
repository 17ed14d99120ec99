import { MalformedPdu } from '../bytes.ts'
import type { Bits, FunctionTable, Span, Words } from '../functions.ts'
import { counted, fixed, wordCounted } from '../sizes.ts'
import { type Codec, type MessageCodec, same, within, wordsIn } from './message-codec.ts'

const readBitsMax = 2000
const readWordsMax = 125
const writeBitsMax = 1968
const writeWordsMax = 123
const exchangeWordsMax = 121
const queueWordsMax = 31

/** Address and count, with the most that the function allows. */
const span = (max: number): MessageCodec<Span> => ({
  size: fixed(5),
  write({ address, count }, to) {
    to.u16(address)
    to.u16(within('count', count, max))
  },
  read: (from) => ({ address: from.u16(), count: within('count', from.u16(), max) }),
})

const bits: MessageCodec<Bits> = {
  size: counted(1),
  write({ bits: values }, to) {
    to.u8(Math.ceil(values.length / 8))
    to.bits(values)
  },
  read: (from) => ({ bits: from.bits(from.countOfRest() * 8) }),
}

const words: MessageCodec<Words> = {
  size: counted(1),
  write({ words: values }, to) {
    to.u8(values.length * 2)
    to.u16s(values)
  },
  read: (from) => ({ words: from.u16s(wordsIn(from.countOfRest())) }),
}

export const readBits = { ask: span(readBitsMax), answer: bits }
export const readWords = { ask: span(readWordsMax), answer: words }

const on = 0xff00
const coil: MessageCodec<FunctionTable[5]['ask']> = {
  size: fixed(5),
  write(value, to) {
    to.u16(value.address)
    to.u16(value.on ? on : 0)
  },
  read(from) {
    const address = from.u16()
    const value = from.u16()
    if (value !== on && value !== 0) throw new MalformedPdu(`a coil is set by ff00 or 0000, not ${value.toString(16)}`)
    return { address, on: value === on }
  },
}
export const writeCoil: Codec<5> = { ask: coil, answer: coil }

const register: MessageCodec<FunctionTable[6]['ask']> = {
  size: fixed(5),
  write({ address, word }, to) {
    to.u16(address)
    to.u16(word)
  },
  read: (from) => ({ address: from.u16(), word: from.u16() }),
}
export const writeRegister: Codec<6> = { ask: register, answer: register }

export const writeCoils: Codec<15> = {
  ask: {
    size: counted(5),
    write({ address, bits: values }, to) {
      to.u16(address)
      to.u16(within('count', values.length, writeBitsMax))
      bits.write({ bits: values }, to)
    },
    read(from) {
      const address = from.u16()
      const count = within('count', from.u16(), writeBitsMax)
      same('byte count', from.countOfRest(), Math.ceil(count / 8))
      return { address, bits: from.bits(count) }
    },
  },
  answer: span(writeBitsMax),
}

/** Address, count, byte count, words: the writing part of functions 16 and 23. */
const block = (max: number): MessageCodec<{ address: number } & Words> => ({
  size: counted(5),
  write({ address, words: values }, to) {
    to.u16(address)
    to.u16(within('count', values.length, max))
    words.write({ words: values }, to)
  },
  read(from) {
    const address = from.u16()
    const count = within('count', from.u16(), max)
    same('byte count', from.countOfRest(), 2 * count)
    return { address, words: from.u16s(count) }
  },
})
export const writeRegisters: Codec<16> = { ask: block(writeWordsMax), answer: span(writeWordsMax) }

const mask: MessageCodec<FunctionTable[22]['ask']> = {
  size: fixed(7),
  write({ address, and, or }, to) {
    to.u16(address)
    to.u16(and)
    to.u16(or)
  },
  read: (from) => ({ address: from.u16(), and: from.u16(), or: from.u16() }),
}
export const maskRegister: Codec<22> = { ask: mask, answer: mask }

const readSpan = span(readWordsMax)
const writeBlock = block(exchangeWordsMax)
export const exchangeRegisters: Codec<23> = {
  ask: {
    size: counted(9),
    write({ read, write }, to) {
      readSpan.write(read, to)
      writeBlock.write(write, to)
    },
    read: (from) => ({ read: readSpan.read(from), write: writeBlock.read(from) }),
  },
  answer: words,
}

export const readQueue: Codec<24> = {
  ask: { size: fixed(3), write: ({ address }, to) => to.u16(address), read: (from) => ({ address: from.u16() }) },
  answer: {
    size: wordCounted(1),
    write({ words: values }, to) {
      to.u16(2 + 2 * values.length)
      to.u16(inQueue(values.length))
      to.u16s(values)
    },
    read(from) {
      same('byte count', from.u16(), from.left)
      return { words: from.u16s(inQueue(from.u16())) }
    },
  },
}

const inQueue = (count: number): number => (count === 0 ? 0 : within('count', count, queueWordsMax))
