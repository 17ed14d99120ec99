import type { Modifier, Test } from '../class-language/statement.ts'

/** Outcome of a read. A missing response is a value too: every check of it fails. */
export type Value =
  | { readonly numbers: readonly number[] }
  | { readonly text: string }
  | { readonly exception: number }
  | 'silent'

/** Does the value pass? One that is not there does not. */
export function passes(value: Value | undefined, modifiers: readonly Modifier[], test: Test): boolean {
  if (value === undefined || value === 'silent') return false
  if (test.kind === 'EXC') return 'exception' in value && value.exception === test.exception
  if ('exception' in value) return false
  if (test.kind === 'STR') return textOf(value, modifiers) === test.text
  const number = 'numbers' in value ? numberOf(value.numbers, modifiers) : undefined
  return number !== undefined && compares(number, test, modifiers)
}

function compares(
  value: number,
  test: Exclude<Test, { kind: 'STR' | 'EXC' }>,
  modifiers: readonly Modifier[],
): boolean {
  // A float on the wire has 24 bits: 0.1 in a template means the float next to it.
  const near = modifiers.some(({ kind }) => kind === 'F32') ? Math.fround : (plain: number): number => plain
  switch (test.kind) {
    case 'EQ':
      return value === near(test.number)
    case 'NE':
      return value !== near(test.number)
    case 'LT':
      return value < near(test.number)
    case 'GT':
      return value > near(test.number)
    case 'RANGE':
      return value >= near(test.min) && value <= near(test.max)
  }
}

/** SWAP is for the order of the two registers; of one register it swaps the bytes. */
function numberOf([high = 0, low = 0]: readonly number[], modifiers: readonly Modifier[]): number {
  const wide = modifiers.find(({ kind }) => kind === 'U32' || kind === 'S32' || kind === 'F32')
  const isSwapped = modifiers.some(({ kind }) => kind === 'SWAP')
  const view = new DataView(new ArrayBuffer(4))
  view.setUint16(0, isSwapped && wide !== undefined ? low : high)
  view.setUint16(2, isSwapped && wide !== undefined ? high : low)
  let value = view.getUint16(0, isSwapped)
  if (wide?.kind === 'U32') value = view.getUint32(0)
  if (wide?.kind === 'S32') value = view.getInt32(0)
  if (wide?.kind === 'F32') return view.getFloat32(0)
  for (const modifier of modifiers) {
    if (modifier.kind === 'MASK') value = (value & modifier.mask) >>> 0
    if (modifier.kind === 'SHR') value = Math.floor(value / 2 ** modifier.bits)
  }
  return value
}

/** Registers as text, high byte first; what fills the end is no part of it. */
function textOf(
  value: { readonly numbers: readonly number[] } | { readonly text: string },
  modifiers: readonly Modifier[],
): string {
  const text = 'text' in value ? value.text : lettersOf(value.numbers, modifiers.length > 0)
  return text.replace(/[\0 ]+$/, '')
}

const lettersOf = (words: readonly number[], isSwapped: boolean): string =>
  words
    .map((word) => (isSwapped ? [word & 0xff, word >> 8] : [word >> 8, word & 0xff]))
    .map((pair) => String.fromCharCode(...pair))
    .join('')
