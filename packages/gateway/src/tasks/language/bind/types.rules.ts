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
}

/** What one value takes, in memory and in a log. */
export const bytesOfType: Readonly<Record<Exclude<ItemType, 'STR'>, number>> = {
  BIT: 1,
  U8: 1,
  S8: 1,
  U16: 2,
  S16: 2,
  U32: 4,
  S32: 4,
  F32: 4,
}
