import { sumText, type ValueCodec } from '@busbar/modbus'
import { refusalText } from './check.rules.ts'
import { valueFor } from './given-value.ts'
import { heldAs, type ParamCodec, type Value } from './value.rules.ts'

/** What somebody wants of a parameter. */
export type Wish =
  | { by: 'write' | 'save' | 'alert'; value: string }
  | { by: 'increment'; amount: string }
  /** `off` where the value is anything else, otherwise `on`. */
  | { by: 'toggle'; off: string; on: string }

/** The wish in the words of the parameter. */
export const wishFor = (facts: Parameters<typeof valueFor>[0], wish: Wish): Wish => {
  if (wish.by === 'increment') return wish
  if (wish.by === 'toggle') return { ...wish, off: valueFor(facts, wish.off), on: valueFor(facts, wish.on) }
  return { ...wish, value: valueFor(facts, wish.value) }
}

/** Why a wish is refused whatever the old value is, or null. */
export const wishProblem = (wish: Wish, { shown }: ParamCodec, valueType: string): string | null => {
  if (wish.by === 'increment') {
    if (valueType === 'string') return 'A text cannot be incremented.'
    return sumText(wish.amount, '0') === null ? 'The amount is not a plain decimal number.' : null
  }
  if (wish.by === 'toggle') return encodeProblem(shown, wish.off) ?? encodeProblem(shown, wish.on)
  return encodeProblem(shown, wish.value)
}

/** Whether it depends on what the value was. */
export const needsOld = ({ by }: Wish): boolean => by === 'increment' || by === 'toggle'

/** What to write. `old` is null where the registers hold no value, and then nothing can be said of wishes that need it. */
export const wantedText = (wish: Wish, codec: ParamCodec, old: Value | null): string | null => {
  if (wish.by === 'increment') return old && sumText(old.exact, wish.amount)
  if (wish.by === 'toggle') return old?.shown === heldAs(codec, wish.off)?.shown ? wish.on : wish.off
  return wish.value
}

const encodeProblem = (codec: ValueCodec, text: string): string | null => {
  const encoded = codec.encode(text)
  return 'err' in encoded ? refusalText(encoded.err) : null
}
