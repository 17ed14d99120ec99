import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import {
  type DraftWindow,
  newWindow,
  type QuietDraft,
  type QuietHoursFields,
  quietDraftOf,
  quietFields,
  quietProblems,
} from './quiet.rules.ts'
import { QuietHours, type QuietPartProps } from './quiet-hours.tsx'

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
