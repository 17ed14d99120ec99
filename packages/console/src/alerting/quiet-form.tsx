import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useUnsaved } from '../data/state/leaving.ts'
import { useLanguage, useOwnZone } from '../data/state/preferences.ts'
import { serverNow } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Checkbox, TextField } from '../ui/forms/fields.tsx'
import { TimeZoneChoice } from '../ui/forms/time-zone-choice.tsx'
import {
  type DraftHours,
  type DraftWindow,
  newHours,
  newWindow,
  type QuietDraft,
  type QuietHoursFields,
  quietDraftOf,
  quietFields,
  quietProblems,
} from './quiet.rules.ts'

const windowsMax = 100

/** Maintenance: spans of time in which no messages are sent. */
const QuietWindows = ({ draft, onChange, isDisabled, errorOf }: QuietPartProps): ReactNode => {
  const zone = useOwnZone()
  const { alertForm, common, quiet } = useTexts()
  const change = (key: number, changes: Partial<DraftWindow>): void =>
    onChange({ windows: draft.windows.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-sm font-medium">{quiet.windows}</p>
      <p className="text-sm text-quiet">
        {quiet.windowsHelp} {common.timesIn({ zone })}.
      </p>
      {draft.windows.map(({ key, from, till }) => (
        <div key={key} role="group" aria-label={quiet.window} className="flex flex-wrap items-end gap-3">
          <TextField
            type="datetime-local"
            label={quiet.from}
            value={from}
            required
            onChange={(event) => change(key, { from: event.target.value })}
          />
          <TextField
            type="datetime-local"
            label={quiet.till}
            value={till}
            required
            error={errorOf(`w${key}`)}
            onChange={(event) => change(key, { till: event.target.value })}
          />
          <Button onClick={() => onChange({ windows: draft.windows.filter((one) => one.key !== key) })}>
            {alertForm.remove}
          </Button>
        </div>
      ))}
      {!isDisabled && (
        <div>
          <Button
            disabled={draft.windows.length >= windowsMax}
            onClick={() => onChange({ windows: [...draft.windows, newWindow(serverNow(), zone)] })}
          >
            {quiet.addWindow}
          </Button>
        </div>
      )}
    </div>
  )
}

export interface QuietFormProps {
  quiet: AnswerOf<'alertSettings', 'alertQuiet'>
  isDisabled: boolean
  isBusy: boolean
  onSave: (fields: QuietHoursFields, onSaved: () => void) => void
}

const isSame = (one: QuietDraft, other: QuietDraft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** When no messages are sent: at which hours, and in which spans. */
export const QuietForm = ({ quiet, isDisabled, isBusy, onSave }: QuietFormProps): ReactNode => {
  const zone = useOwnZone()
  const { common, quiet: texts } = useTexts()
  const [draft, setDraft] = useState<QuietDraft>(() => quietDraftOf(quiet, zone))
  const [stored, setStored] = useState(draft)
  useUnsaved(!isDisabled && !isSame(draft, stored))
  const [isChecked, setIsChecked] = useState(false)
  const problems = isChecked ? quietProblems(draft) : {}
  const onChange = (changes: Partial<QuietDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(quietProblems(draft)).length > 0) return
    onSave(quietFields(draft, zone), () => setStored(draft))
  }
  const parts = { draft, onChange, isDisabled, errorOf: (key: string) => problems[key] && texts.wrong[problems[key]] }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isDisabled} className="flex min-w-0 flex-col gap-4">
        <p className="text-sm text-quiet">{texts.help}</p>
        <QuietHours {...parts} />
        <QuietWindows {...parts} />
        {!isDisabled && (
          <div>
            <Button type="submit" disabled={isBusy}>
              {common.save}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

interface QuietPartProps {
  draft: QuietDraft
  onChange: (changes: Partial<QuietDraft>) => void
  isDisabled: boolean
  errorOf: (key: string) => string | undefined
}

const spansMax = 50
const days = [1, 2, 3, 4, 5, 6, 7] as const

/** The hours of the week at which messages are sent. */
const QuietHours = ({ draft, onChange, isDisabled, errorOf }: QuietPartProps): ReactNode => {
  const { quiet } = useTexts()
  const error = errorOf('hours')
  const limit = (isLimited: boolean): void =>
    onChange({ isLimited, hours: isLimited && draft.hours.length === 0 ? [newHours()] : draft.hours })
  const change = (key: number, changes: Partial<DraftHours>): void =>
    onChange({ hours: draft.hours.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label={quiet.limited}
        hint={quiet.limitedHelp}
        checked={draft.isLimited}
        onChange={(event) => limit(event.target.checked)}
      />
      {error !== undefined && <p className="text-sm text-critical-text">{error}</p>}
      {draft.isLimited && (
        <>
          {draft.hours.map((hours) => (
            <HoursFields
              key={hours.key}
              hours={hours}
              error={errorOf(`h${hours.key}`)}
              onChange={(changes) => change(hours.key, changes)}
              onRemove={() => onChange({ hours: draft.hours.filter(({ key }) => key !== hours.key) })}
            />
          ))}
          {!isDisabled && (
            <div>
              <Button
                disabled={draft.hours.length >= spansMax}
                onClick={() => onChange({ hours: [...draft.hours, newHours()] })}
              >
                {quiet.addHours}
              </Button>
            </div>
          )}
          <TimeZoneChoice label={quiet.zone} value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
        </>
      )}
    </div>
  )
}

interface HoursFieldsProps {
  hours: DraftHours
  error: string | undefined
  onChange: (changes: Partial<DraftHours>) => void
  onRemove: () => void
}

const HoursFields = ({ hours, error, onChange, onRemove }: HoursFieldsProps): ReactNode => {
  const { alertForm, quiet } = useTexts()
  const language = useLanguage()
  const names = useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
    // The first of June 2026 is a Monday.
    return days.map((day) => format.format(Date.UTC(2026, 5, day)))
  }, [language])
  const toggle = (day: number): void =>
    onChange({ days: hours.days.includes(day) ? hours.days.filter((one) => one !== day) : [...hours.days, day] })
  return (
    <div role="group" aria-label={quiet.hours} className="flex flex-col gap-3 rounded-part border border-line p-3">
      <div role="group" aria-label={quiet.days} className="flex flex-wrap gap-1">
        {days.map((day, place) => (
          <Button
            key={day}
            aria-pressed={hours.days.includes(day)}
            className="px-1.5 aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
            onClick={() => toggle(day)}
          >
            {names[place]}
          </Button>
        ))}
      </div>
      {error !== undefined && <p className="text-sm text-critical-text">{error}</p>}
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          type="time"
          label={quiet.from}
          value={hours.from}
          required
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          type="time"
          label={quiet.till}
          value={hours.till}
          required
          onChange={(event) => onChange({ till: event.target.value })}
        />
        <Button onClick={onRemove}>{alertForm.remove}</Button>
      </div>
    </div>
  )
}
