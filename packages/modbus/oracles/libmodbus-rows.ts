import type { Request } from '../src/index.ts'

/** The contents of the input tables of libmodbus-server.c. */
const inputBit = (i: number): number => Number(i % 3 === 0)
export const inputWord = (i: number): number => (655 * i + 7) & 0xffff
export const list = (count: number, of: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => of(i))

const written = list(123, (i) => (i * 40_503) & 0xffff)
const writtenBits = list(1968, (i) => Number(i % 7 < 3))
export const illegal = { err: 'IllegalDataAddress' }

/** Asked one after the other; what is written stays. */
export const rows: [Request, answer: object][] = [
  [{ fn: 1, address: 0, count: 9 }, { ok: { fn: 1, bits: list(9, () => 0) } }],
  [{ fn: 2, address: 0, count: 2000 }, { ok: { fn: 2, bits: list(2000, inputBit) } }],
  [{ fn: 2, address: 2499, count: 1 }, { ok: { fn: 2, bits: [inputBit(2499)] } }],
  [{ fn: 3, address: 0, count: 3 }, { ok: { fn: 3, words: [0, 0, 0] } }],
  [{ fn: 4, address: 0, count: 125 }, { ok: { fn: 4, words: list(125, inputWord) } }],
  [{ fn: 4, address: 2499, count: 1 }, { ok: { fn: 4, words: [inputWord(2499)] } }],

  [{ fn: 5, address: 2, on: true }, { ok: { fn: 5, address: 2, on: true } }],
  [{ fn: 5, address: 4, on: true }, { ok: { fn: 5, address: 4, on: true } }],
  [{ fn: 5, address: 4, on: false }, { ok: { fn: 5, address: 4, on: false } }],
  [{ fn: 1, address: 0, count: 6 }, { ok: { fn: 1, bits: [0, 0, 1, 0, 0, 0] } }],
  [{ fn: 6, address: 1, word: 0xfedc }, { ok: { fn: 6, address: 1, word: 0xfedc } }],
  [{ fn: 3, address: 0, count: 3 }, { ok: { fn: 3, words: [0, 0xfedc, 0] } }],

  [{ fn: 15, address: 10, bits: [1, 0, 1, 1, 0, 0, 0, 0, 1] }, { ok: { fn: 15, address: 10, count: 9 } }],
  [{ fn: 1, address: 9, count: 11 }, { ok: { fn: 1, bits: [0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0] } }],
  [{ fn: 15, address: 500, bits: writtenBits }, { ok: { fn: 15, address: 500, count: 1968 } }],
  [{ fn: 1, address: 500, count: 1968 }, { ok: { fn: 1, bits: writtenBits } }],
  [{ fn: 16, address: 100, words: written }, { ok: { fn: 16, address: 100, count: 123 } }],
  [{ fn: 3, address: 99, count: 125 }, { ok: { fn: 3, words: [0, ...written, 0] } }],

  [{ fn: 6, address: 4, word: 0x12 }, { ok: { fn: 6, address: 4, word: 0x12 } }],
  [{ fn: 22, address: 4, and: 0xf2, or: 0x25 }, { ok: { fn: 22, address: 4, and: 0xf2, or: 0x25 } }],
  [{ fn: 3, address: 4, count: 1 }, { ok: { fn: 3, words: [0x17] } }],
  [
    { fn: 23, read: { address: 0, count: 4 }, write: { address: 2, words: [7, 8] } },
    { ok: { fn: 23, words: [0, 0xfedc, 7, 8] } },
  ],
  [
    { fn: 23, read: { address: 1000, count: 125 }, write: { address: 1000, words: written.slice(0, 121) } },
    { ok: { fn: 23, words: [...written.slice(0, 121), 0, 0, 0, 0] } },
  ],

  [{ fn: 1, address: 2499, count: 2 }, illegal],
  [{ fn: 2, address: 2500, count: 1 }, illegal],
  [{ fn: 3, address: 65_535, count: 1 }, illegal],
  [{ fn: 4, address: 2400, count: 125 }, illegal],
  [{ fn: 5, address: 2500, on: true }, illegal],
  [{ fn: 6, address: 2500, word: 1 }, illegal],
  [{ fn: 15, address: 2499, bits: [1, 1] }, illegal],
  [{ fn: 16, address: 2499, words: [1, 1] }, illegal],
  [{ fn: 22, address: 2500, and: 0, or: 0 }, illegal],
  [{ fn: 23, read: { address: 2500, count: 1 }, write: { address: 0, words: [1] } }, illegal],
  [{ fn: 24, address: 0 }, { err: 'IllegalFunction' }],
  [{ fn: 'raw', code: 3, data: Uint8Array.of(0, 0, 0, 126) }, { err: 'IllegalDataValue' }],
]
