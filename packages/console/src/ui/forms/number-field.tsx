import {
  formatDecimal,
  type NumberLimits,
  type NumberProblem,
  readNumber,
  shownNumber,
  type TypedNumber,
} from '@busbar/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocale } from '../../data/format/use-format.ts'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../actions/button.tsx'
import { fieldClass, Labelled } from './fields.tsx'

export interface NumberFieldProps extends NumberLimits {
  label: string
  hint?: string | undefined
  error?: string | undefined
  className?: string
  placeholder?: string
  disabled?: boolean
  /** The id of a list of suggestions. */
  list?: string
  /** Submits the number with the data of a form. */
  name?: string
  /** Plain decimal text or a number; `` for an empty field. */
  value?: number | string
  defaultValue?: number | string | undefined
  /** Receives plain decimal text, `` for an empty field, `NaN` while the input is not one number. */
  onChange?: (value: string) => void
  onBlur?: () => void
  onEnter?: () => void
}

/**
 * A number typed in the language of the page. Input that can be read as two numbers is not accepted until the user chooses one.
 * A form cannot be submitted while the input is not a number within the limits.
 */
export const NumberField = (props: NumberFieldProps): ReactNode => {
  const { label, hint, error, className = '', name, value, defaultValue = '', onChange, onBlur, onEnter } = props
  const { wrongValue } = useTexts().device
  const { locale } = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const submitted = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState<string | null>(null)
  const [typed, setTyped] = useState<TypedNumber | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const current = String(value ?? own ?? defaultValue)
  const { text, readings, problem } = shownNumber(current, typed, locale, props)
  const message = problem === null ? '' : problemText(wrongValue, problem, text, locale)
  useEffect(() => input.current?.setCustomValidity(message), [message])
  const set = (next: string): void => {
    setOwn(next)
    // The form compares its data before this field is rendered again.
    if (submitted.current !== null) submitted.current.value = next
    onChange?.(next)
  }
  const type = (next: string): void => {
    const read = readNumber(next, locale, props)
    setTyped({ text: next, value: read.value, before: current })
    set(read.value)
  }
  const choose = (reading: string): void => {
    setTyped(null)
    set(reading)
    input.current?.focus()
  }
  const leave = (): void => {
    setIsLeft(true)
    if (problem === null) setTyped(null)
    onBlur?.()
  }
  const isShown = readings.length > 0 || (isLeft && text !== '')
  return (
    <div className={`min-w-0 ${className}`}>
      <Labelled label={label} hint={hint} error={message !== '' && isShown ? message : error}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            className={fieldClass}
            inputMode={props.isWhole ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={props.placeholder}
            disabled={props.disabled}
            required={props.required}
            list={props.list}
            value={text}
            onChange={({ target }) => type(target.value)}
            onBlur={leave}
            onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
          />
        )}
      </Labelled>
      {name !== undefined && (
        <input ref={submitted} type="hidden" name={name} value={current} disabled={props.disabled} />
      )}
      <div aria-live="polite">
        {readings.length > 0 && (
          <div role="group" aria-label={message} className="mt-1.5 flex flex-wrap gap-2">
            {readings.map((reading) => (
              <Button key={reading} onClick={() => choose(reading)}>
                {formatDecimal(reading, locale)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

const problemText = (
  words: Texts['device']['wrongValue'],
  problem: NumberProblem,
  text: string,
  locale: string,
): string => {
  switch (problem.name) {
    case 'below':
      return words.atLeast({ min: formatDecimal(String(problem.limit), locale) })
    case 'above':
      return words.atMost({ max: formatDecimal(String(problem.limit), locale) })
    case 'ambiguous':
      return words.ambiguous({ text: text.trim() })
    case 'not-whole':
      return words.notWhole
    case 'missing':
    case 'invalid':
      return words.notNumber
  }
}
