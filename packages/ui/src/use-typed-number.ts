import { type RefObject, useRef, useState } from 'react'
import { type NumberLimits, type NumberProblem, readNumber, shownNumber, type TypedNumber } from './read-number.ts'

interface TypedNumberOptions extends NumberLimits {
  locale: string
  /** Plain decimal text; `` for an empty field. */
  value: string
  /** Receives plain decimal text, `` for an empty field, `NaN` while the input is not one number. */
  onChange: (value: string) => void
}

interface TypedNumberField {
  input: RefObject<HTMLInputElement | null>
  /** The text that the field shows. */
  text: string
  /** The numbers that an ambiguous input can mean, such as 1.5 and 1500 for `1,500`; empty for any other input. */
  readings: readonly string[]
  problem: NumberProblem | null
  type: (text: string) => void
  /** Takes one of the readings and returns the focus to the field. */
  choose: (reading: string) => void
  /** Formats the number, once the user has left the field. */
  leave: () => void
}

/** The state of a field for numbers in the language of the page. Ambiguous input is not accepted until the user chooses a reading. */
export const useTypedNumber = ({ locale, value, onChange, ...limits }: TypedNumberOptions): TypedNumberField => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<TypedNumber | null>(null)
  const shown = shownNumber(value, typed, locale, limits)
  return {
    input,
    ...shown,
    type(text) {
      const read = readNumber(text, locale, limits)
      setTyped({ text, value: read.value, before: value })
      onChange(read.value)
    },
    choose(reading) {
      setTyped(null)
      onChange(reading)
      input.current?.focus()
    },
    leave() {
      if (shown.problem === null) setTyped(null)
    },
  }
}
