import { compare, type Decimal, parseDecimal, round, settingOf, toText } from './decimal.ts'
import type { ValueFormat } from './format.ts'
import type { RawNumber, RawType, WordsToWrite } from './raw/raw.ts'
import type { Scaling } from './scaling.ts'

/** Why a text is not written, with what a message needs. All bounds are in shown units. */
export type WriteError =
  | { name: 'not-decimal' }
  /** A bit, a bitmask or an enum takes integers only. */
  | { name: 'not-whole' }
  /** It lies beyond a bound, or the type holds nothing near it that does not. */
  | { name: 'below-min'; min: string }
  | { name: 'above-max'; max: string }
  | { name: 'out-of-range'; lowest: string; highest: string }
  | { name: 'not-in-enum'; known: string[] }
  | { name: 'too-long'; bytesMax: number }
  /** NUL would end the text early, and half a surrogate pair is no character. */
  | { name: 'not-text' }
  /** The device would take it for no value. */
  | { name: 'no-value' }
  /** The value to write depends on another register. */
  | { name: 'read-only' }

export type Encoded = { ok: WordsToWrite } | { err: WriteError }

/** (value - shift) / multiplier, rounded to the nearest raw number that lies between min and max. */
export function numberEncoder(format: ValueFormat, type: RawType, scaling: Scaling): (text: string) => Encoded {
  const bounds = boundsOf(format)
  const known = format.valueType === 'enum' ? new Set(Object.keys(format.enum ?? {})) : null
  const integersOnly = format.valueType === 'bit' || format.valueType === 'bitmask' || known !== null
  const ends = [type.lowest, type.highest].map((raw) => scaling.unrounded(raw)).toSorted(compare)
  const [lowest = '', highest = ''] = ends.map(toText)

  return (text) => {
    const value = parseDecimal(text)
    if (!value) return { err: { name: 'not-decimal' } }
    const outside = outsideOf(bounds, value)
    if (outside) return { err: outside }
    const exact = scaling.raw(value)
    if (integersOnly && compare(exact, round(exact, 0)) !== 0) return { err: { name: 'not-whole' } }
    const nearest = type.nearest(exact)
    if (nearest === null) return { err: { name: 'out-of-range', lowest, highest } }
    const raw = inward(type, scaling, bounds, nearest)
    if (typeof raw === 'object') return { err: raw }
    if (known && !known.has(String(raw))) return { err: { name: 'not-in-enum', known: [...known] } }
    return { ok: type.write(raw) }
  }
}

interface Bounds {
  readonly min: Decimal | null
  readonly max: Decimal | null
}

const boundsOf = ({ min, max }: ValueFormat): Bounds => ({
  min: min === undefined ? null : settingOf(min),
  max: max === undefined ? null : settingOf(max),
})

function outsideOf({ min, max }: Bounds, value: Decimal): WriteError | null {
  if (min && compare(value, min) < 0) return { name: 'below-min', min: toText(min) }
  if (max && compare(value, max) > 0) return { name: 'above-max', max: toText(max) }
  return null
}

/** Rounding to a raw number may carry a value over a bound that it kept: then the raw number before it is taken. */
function inward(type: RawType, scaling: Scaling, bounds: Bounds, raw: RawNumber): RawNumber | WriteError {
  const outside = outsideOf(bounds, scaling.unrounded(raw))
  if (!outside) return raw
  const before = type.next(raw, (outside.name === 'below-min') === scaling.rising ? 1 : -1)
  return before === null || outsideOf(bounds, scaling.unrounded(before)) ? outside : before
}
