import { formatDecimal, type NumberLimits, type NumberProblem } from '@busbar/ui'
import { useTypedNumber } from '@busbar/ui/typed-number'
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
  const submitted = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const current = String(value ?? own ?? defaultValue)
  const set = (next: string): void => {
    setOwn(next)
    // The form compares its data before this field is rendered again.
    if (submitted.current !== null) submitted.current.value = next
    onChange?.(next)
  }
  const { min, max, isWhole, required } = props
  const field = useTypedNumber({ locale, value: current, onChange: set, min, max, isWhole, required })
  const { input, text, readings, problem } = field
  const message = problem === null ? '' : problemText(wrongValue, problem, text, locale)
  useEffect(() => input.current?.setCustomValidity(message), [input, message])
  const leave = (): void => {
    setIsLeft(true)
    field.leave()
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
            inputMode={isWhole ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={props.placeholder}
            disabled={props.disabled}
            required={required}
            list={props.list}
            value={text}
            onChange={({ target }) => field.type(target.value)}
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
              <Button key={reading} onClick={() => field.choose(reading)}>
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
