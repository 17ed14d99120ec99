import * as fc from 'fast-check'

/** Any character. The library's own takes seconds to draw up the list of all. */
const character = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code))

export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) })
