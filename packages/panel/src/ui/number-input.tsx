import { formatDecimal, type NumberLimits } from '@busbar/ui'
import { useStore } from '@busbar/ui/store'
import { useTypedNumber } from '@busbar/ui/typed-number'
import type { ReactNode } from 'react'
import { language } from '../state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from './parts.tsx'

interface NumberInputProps extends NumberLimits {
  id: string
  className?: string
  isWrong?: boolean
  /** The ID of the error message. */
  messageId?: string | undefined
  /** Plain decimal text or a number; `` for an empty field. */
  value: number | string
  /** Receives plain decimal text, `` for an empty field, `NaN` while the input is not one number. */
  onChange: (value: string) => void
  /** The error message, shown unless the input is ambiguous. */
  children?: ReactNode
}

/** A number typed in the language of the page. Input that can be read as two numbers is not accepted until the user chooses one. */
export const NumberInput = (props: NumberInputProps): ReactNode => {
  const { id, className = 'field', isWrong = false, messageId, value, onChange, children, ...limits } = props
  const { common } = useTexts()
  const chosen = useStore(language)
  const locale = navigator.languages.find((tag) => tag.startsWith(`${chosen}-`)) ?? chosen
  const field = useTypedNumber({ ...limits, locale, value: String(value), onChange })
  const { text, readings } = field
  const isAmbiguous = readings.length > 0
  const question = common.ambiguous({ text: text.trim() })
  return (
    <>
      <input
        ref={field.input}
        id={id}
        className={className}
        inputMode={props.isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        aria-invalid={isWrong || isAmbiguous}
        aria-describedby={isAmbiguous ? `${id}-question` : messageId}
        onChange={(event) => field.type(event.target.value)}
        onBlur={field.leave}
      />
      {!isAmbiguous && children}
      {props.isWhole !== true && (
        <div aria-live="polite">
          {isAmbiguous && (
            <>
              <span className="mistake" id={`${id}-question`}>
                {question}
              </span>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend of its own */}
              <div className="row wrap" role="group" aria-label={question}>
                {readings.map((reading) => (
                  <Button key={reading} onClick={() => field.choose(reading)}>
                    {formatDecimal(reading, locale)}
                  </Button>
                ))}
              </div>
            </>
          )}
        </div>
      )}
    </>
  )
}
