import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { fieldClass, Labelled } from '../../ui/forms/fields.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { ParamSearch } from './param-search.tsx'

export interface FormulaFieldProps {
  formula: string
  onFormula: (formula: string) => void
  /** Decimals of the result; null is as many as there are. */
  precision: number | null
  unitName: string
}

/** A formula over parameters, with what it comes to with their last values. */
export const FormulaField = ({ formula, onFormula, precision, unitName }: FormulaFieldProps): ReactNode => {
  const texts = useTexts()
  const { computed } = texts
  const { orgId } = useOrg()
  const box = useRef<HTMLTextAreaElement>(null)
  const deferred = useDeferredValue(formula.trim())
  const tried = useQuery({
    ...apiQuery('computed', 'try', { orgId, formula: deferred, ...(precision !== null && { precision }) }),
    enabled: deferred !== '',
    retry: false,
    // The previous result stays while the user types.
    placeholderData: (before) => before,
  })
  const { error } = tried
  const problem =
    deferred === '' || error === null
      ? undefined
      : ((error instanceof ApiError ? formulaProblem(texts, error.message) : null) ?? errorText(texts, error))
  const insert = (id: number): void => {
    const at = box.current?.selectionStart ?? formula.length
    onFormula(`${formula.slice(0, at)}#${id}${formula.slice(box.current?.selectionEnd ?? at)}`)
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Labelled label={computed.formula} hint={computed.formulaHelp} error={problem}>
        {(ties) => (
          <textarea
            {...ties}
            ref={box}
            name="formula"
            rows={2}
            required
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
            value={formula}
            onChange={({ target }) => onFormula(target.value)}
            className={`${fieldClass} py-1.5 font-mono`}
          />
        )}
      </Labelled>
      <ParamSearch label={computed.insert} paramId="many" onChoose={({ id }) => insert(id)} />
      {deferred !== '' && problem === undefined && tried.data !== undefined && (
        <Tried
          tried={tried.data}
          isStale={tried.isPlaceholderData || deferred !== formula.trim()}
          unitName={unitName}
        />
      )}
    </div>
  )
}

interface TriedProps {
  tried: AnswerOf<'computed', 'try'>
  /** It is of the formula before. */
  isStale: boolean
  unitName: string
}

/** Result with its inputs and their ages. */
const Tried = ({ tried, isStale, unitName }: TriedProps): ReactNode => {
  const texts = useTexts()
  const { computed } = texts
  return (
    <div
      className="rounded-part border border-line bg-sunken px-3 py-2 text-sm aria-busy:opacity-60"
      role="status"
      aria-busy={isStale}
    >
      <p>
        <span className="text-quiet">{computed.now}: </span>
        {tried.value === undefined ? (
          <span className="text-unknown-text">{reasonText(texts, tried.err ?? '')}</span>
        ) : (
          <>
            <span className="font-medium">{tried.value}</span> <span className="text-faint">{unitName}</span>
          </>
        )}
      </p>
      <ul aria-label={computed.inputs} className="mt-1.5 flex flex-col gap-1">
        {tried.inputs.map(({ paramId, fullName, value, readOn }) => (
          <li key={paramId} className="flex flex-wrap gap-x-2">
            <span className="font-mono text-quiet">#{paramId}</span>
            <span className="min-w-0 flex-1 break-words">{fullName}</span>
            {value === undefined ? (
              <span className="text-unknown-text">{computed.never}</span>
            ) : (
              <span>
                <span className="font-medium">{value}</span>{' '}
                <span className="text-quiet">
                  <Ago iso={readOn} />
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Translates the service's message about a formula; null for other messages. */
export const formulaProblem = ({ computed }: Texts, message: string): string | null => {
  const position = /at character (\d+)/.exec(message)?.[1]
  if (position !== undefined) return computed.wrongAt({ place: position })
  const unknown = /#(\d+) is no parameter/.exec(message)?.[1]
  if (unknown !== undefined) return computed.unknownParam({ id: unknown })
  const text = /#(\d+) is a text/.exec(message)?.[1]
  if (text !== undefined) return computed.textParam({ id: text })
  if (message.includes('at least one parameter')) return computed.noParam
  if (message.includes('needs itself')) return computed.circle
  return message.includes('need each other') ? computed.deviceCircle : null
}
