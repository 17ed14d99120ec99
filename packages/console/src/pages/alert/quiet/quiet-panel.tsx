import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, ask } from '../../../api/ask.ts'
import { zone } from '../../../format/use-format.ts'
import { useUnsaved } from '../../../state/leaving.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useAct } from '../../../ui/actions/use-act.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { Panel } from '../../../ui/layout/page.tsx'
import { isSameDraft } from '../form/draft.rules.ts'
import { givenQuietOf, type QuietDraft, quietDraftOf, quietProblems } from './quiet.rules.ts'
import { QuietHours } from './quiet-hours.tsx'
import { QuietWindows } from './quiet-windows.tsx'

/** When no messages about an alert are sent. */
export const QuietPanel = ({ alertId, isDisabled }: { alertId: number; isDisabled: boolean }): ReactNode => {
  const { quiet: texts } = useTexts()
  const quiet = useQuery(ask('alertSettings', 'alertQuiet', { alertId }))
  return (
    <Panel title={texts.title}>
      <Loaded query={quiet}>{(found) => <QuietForm alertId={alertId} quiet={found} isDisabled={isDisabled} />}</Loaded>
    </Panel>
  )
}

interface QuietFormProps {
  alertId: number
  quiet: AnswerOf<'alertSettings', 'alertQuiet'>
  isDisabled: boolean
}

const QuietForm = ({ alertId, quiet, isDisabled }: QuietFormProps): ReactNode => {
  const { alertForm, common, quiet: texts } = useTexts()
  const [draft, setDraft] = useState<QuietDraft>(() => quietDraftOf(quiet, zone))
  const [stored, setStored] = useState(draft)
  useUnsaved(!isDisabled && !isSameDraft(draft, stored))
  const [isChecked, setIsChecked] = useState(false)
  const change = useAct('alertSettings', 'changeAlertQuiet', [['alertSettings']])
  const problems = isChecked ? quietProblems(draft) : {}
  const onChange = (changes: Partial<QuietDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(quietProblems(draft)).length > 0) return
    const onSuccess = (): void => {
      setStored(draft)
      toast(alertForm.saved)
    }
    change.mutate({ alertId, ...givenQuietOf(draft) }, { onSuccess })
  }
  const parts = { draft, onChange, isDisabled, errorOf: (key: string) => problems[key] && texts.wrong[problems[key]] }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isDisabled} className="flex min-w-0 flex-col gap-4 p-4">
        <p className="text-sm text-quiet">{texts.help}</p>
        <QuietHours {...parts} />
        <QuietWindows {...parts} />
        {!isDisabled && (
          <div>
            <Button type="submit" disabled={change.isPending}>
              {common.save}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
