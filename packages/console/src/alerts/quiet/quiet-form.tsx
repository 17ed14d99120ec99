import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../api/api-query.ts'
import { useUnsaved } from '../../state/leaving.ts'
import { useOwnZone } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { type QuietDraft, type QuietHoursFields, quietDraftOf, quietFields, quietProblems } from './quiet.rules.ts'
import { QuietHours } from './quiet-hours.tsx'
import { QuietWindows } from './quiet-windows.tsx'

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
