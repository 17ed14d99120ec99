import type { ItemType } from '../parse/syntax.ts'

const f32Max = 3.402_823_466_385_288_6e38

/** The least and the greatest value of each type. */
export const rangeOf: Readonly<Record<Exclude<ItemType, 'STR'>, readonly [min: number, max: number]>> = {
  BIT: [0, 1],
  U8: [0, 0xff],
  S8: [-0x80, 0x7f],
  U16: [0, 0xffff],
  S16: [-0x8000, 0x7fff],
  U32: [0, 0xffff_ffff],
  S32: [-0x8000_0000, 0x7fff_ffff],
  F32: [-f32Max, f32Max],
  // Whole numbers beyond these would be rounded in calculation.
  U64: [0, Number.MAX_SAFE_INTEGER],
  S64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  F64: [-Number.MAX_VALUE, Number.MAX_VALUE],
}

/** Size of a value in memory and in a log. */
export const bytesOfType: Readonly<Record<Exclude<ItemType, 'STR'>, number>> = {
  BIT: 1,
  U8: 1,
  S8: 1,
  U16: 2,
  S16: 2,
  U32: 4,
  S32: 4,
  F32: 4,
  U64: 8,
  S64: 8,
  F64: 8,
}

/** Has it fractions? */
export const isFloat = (type: ItemType): boolean => type === 'F32' || type === 'F64'
