import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { matching } from '../../data/format/search.rules.ts'
import type { ParamChoice } from '../../readings/values/param-choices.rules.ts'
import { useParamChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { fieldClass } from '../../ui/forms/fields.tsx'
import { useAmount } from '../figures/energy-format.ts'
import { numberOf } from '../reports/report-bars.rules.ts'
import { completed, type FormulaNames, formulaNames, shownFormula, storedFormula, wordBefore } from './formula.rules.ts'

type CheckedFormula = AnswerOf<'reportFigures', 'checkFormula'>

interface CheckState {
  data: CheckedFormula | undefined
  /** The data are of the formula before the last keys. */
  isStale: boolean
  error: ApiError | null
}

/** Pause after the last key. */
const restMs = 250

/** Validates a formula by the service after a pause in typing. */
const useFormulaCheck = (formula: string): CheckState => {
  const { orgId } = useOrg()
  const [debounced, setDebounced] = useState(formula)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(formula), restMs)
    return () => clearTimeout(timer)
  }, [formula])
  const { data, error, isPlaceholderData } = useQuery({
    ...apiQuery('reportFigures', 'checkFormula', { orgId, formula: debounced }),
    placeholderData: keepPreviousData,
  })
  return { data, error, isStale: isPlaceholderData || debounced !== formula }
}

export interface FormulaFieldProps {
  formula: string
  onChange: (formula: string) => void
}

const proposedMax = 8

/** A formula by the names of its parameters: proposals while one types, what is wrong and where, and what it came to yesterday. */
export const FormulaField = (props: FormulaFieldProps): ReactNode => {
  const { common } = useTexts()
  const choices = useParamChoices()
  const names = useMemo(() => formulaNames(choices.data ?? []), [choices.data])
  // Until the names are there a text would be taken for another formula.
  return choices.data === undefined ? (
    <p className="text-sm text-quiet">{common.loading}</p>
  ) : (
    <Field {...props} choices={choices.data} names={names} />
  )
}

interface FieldProps extends FormulaFieldProps {
  choices: readonly ParamChoice[]
  names: FormulaNames
}

const Field = ({ formula, onChange, choices, names }: FieldProps): ReactNode => {
  const texts = useTexts()
  const { reports } = texts
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const caretToSet = useRef<number | null>(null)
  const [text, setText] = useState(() => shownFormula(formula, names))
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  // A change was undone: what is shown follows what is kept.
  const shown = storedFormula(text, names).formula === formula ? text : shownFormula(formula, names)
  const stored = storedFormula(shown, names)
  const check = useFormulaCheck(formula)
  const word = caret === null ? null : wordBefore(shown, caret)
  const found = useMemo(
    () => (word === null ? [] : matching(choices, word.text).slice(0, proposedMax)),
    [choices, word?.text],
  )
  const isOpen = word !== null && found.length > 0
  const write = (next: string, at: number | null): void => {
    setText(next)
    setCaret(at)
    setActive(0)
    onChange(storedFormula(next, names).formula)
  }
  const take = (choice: ParamChoice | undefined): void => {
    const name = choice === undefined ? undefined : names.nameOf(choice.id)
    if (word === null || name === undefined) return
    const next = completed(shown, word, name)
    write(next.text, null)
    caretToSet.current = next.caret
  }
  // Before the next key: a new text put the caret at its end.
  useLayoutEffect(() => {
    if (caretToSet.current !== null) area.current?.setSelectionRange(caretToSet.current, caretToSet.current)
    caretToSet.current = null
  })
  const onKey = (event: KeyboardEvent): void => {
    if (!isOpen) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setActive((at) => (at + by + found.length) % found.length)
    else if (event.key === 'Tab' || event.key === 'Enter') take(found[active])
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const mistake = check.data?.mistake
  const mistakeIndex = mistake === undefined ? null : stored.typedIndexOf(check.data?.at ?? 0)
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          {reports.formula}
        </label>
        <textarea
          ref={area}
          id={id}
          rows={3}
          aria-haspopup="listbox"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-invalid={mistake !== undefined || undefined}
          aria-describedby={mistake === undefined ? `${id}-help` : `${id}-mistake`}
          spellCheck={false}
          maxLength={4000}
          value={shown}
          placeholder={reports.formulaExample}
          className={`${fieldClass} w-full py-2 text-base`}
          onChange={({ target }) => write(target.value, target.selectionStart)}
          onKeyDown={onKey}
          onBlur={() => setCaret(null)}
        />
        {isOpen && (
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={reports.proposals}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-card border border-line-strong bg-floating py-1 text-sm shadow-menu"
          >
            {found.map((choice, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <li
                key={choice.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                className="flex cursor-pointer items-baseline justify-between gap-3 px-3 py-1.5 aria-selected:bg-selected"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(choice)}
              >
                <span className="min-w-0 break-words">
                  <span className="font-medium">{choice.name}</span>{' '}
                  <span className="text-quiet">{`${choice.deviceName}, ${choice.netName}`}</span>
                </span>
                <span className="text-xs text-faint">{choice.unit}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {mistake === undefined || mistakeIndex === null ? (
        <p id={`${id}-help`} className="text-xs text-faint">
          {reports.formulaHelp}
        </p>
      ) : (
        <div
          id={`${id}-mistake`}
          role="alert"
          className="flex gap-2 rounded-part border border-critical-line bg-critical-soft px-3 py-2 text-sm"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-critical-text" strokeWidth={1.75} aria-hidden="true" />
          <div className="min-w-0">
            <p>
              <b className="font-semibold">{reports.mistakes[mistake]}</b>{' '}
              {reports.atCharacter({ place: mistakeIndex + 1 })}
            </p>
            <p className="font-mono text-xs break-words" aria-hidden="true">
              {shown.slice(Math.max(0, mistakeIndex - 30), mistakeIndex)}
              <mark className="bg-critical text-on-accent">
                {shown.slice(mistakeIndex, mistakeIndex + 1) || '\u00a0'}
              </mark>
              {shown.slice(mistakeIndex + 1, mistakeIndex + 31)}
            </p>
          </div>
        </div>
      )}
      {check.error !== null && (
        <p role="alert" className="text-sm text-critical-text">
          {errorText(texts, check.error)}
        </p>
      )}
      {mistake === undefined && check.data !== undefined && (
        <FormulaCheck check={check.data} isStale={check.isStale} nameOf={names.nameOf} />
      )}
    </div>
  )
}

interface FormulaCheckProps {
  check: CheckedFormula
  /** It is of the formula before. */
  isStale: boolean
  nameOf: FormulaNames['nameOf']
}

/** Result of a valid formula for yesterday, with the coverage of its inputs. */
const FormulaCheck = ({ check: { params, value, unitName }, isStale, nameOf }: FormulaCheckProps): ReactNode => {
  const { reports } = useTexts()
  const { amount, percent } = useAmount()
  return (
    <div aria-busy={isStale} className="rounded-part border border-line px-3 py-2 text-sm aria-busy:opacity-60">
      <p>
        <span className="text-quiet">{reports.yesterday}</span>{' '}
        <b className="text-lg font-semibold">{amount(numberOf(value))}</b>{' '}
        <span className="text-faint">{unitName}</span>
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 text-xs text-quiet">
        {params.map(({ paramId, name, deviceName, value: counted, unitName: unit, coverage }) => (
          <li key={paramId} className="flex flex-wrap justify-between gap-x-3">
            <span>{nameOf(paramId) ?? `${deviceName} · ${name}`}</span>
            <span className={coverage < 0.95 ? 'text-unknown-text' : ''}>
              {`${amount(numberOf(counted), unit)}, ${reports.readFor({ share: percent(coverage) })}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
