import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** How long readings of one parameter are kept, where that is not as the organization has it. */
export const RetentionPanel = ({ paramId }: { paramId: number }): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const ofOrg = useQuery(apiQuery('retention', 'ofOrg', { orgId })).data
  const own = useQuery(apiQuery('retention', 'ofParams', { paramIds: [paramId] }))
  const change = useAction('retention', 'changeOfParams', [['retention']])
  const durationText = (days: number | null): string => (days === null ? texts.forever : texts.keptFor({ count: days }))
  const save = (form: FormData): Promise<boolean> => {
    const text = formText(form, 'days')
    return change.mutateAsync({ paramIds: [paramId], keepDays: text === '' ? null : Number(text) }).then(
      () => {
        toast(texts.saved)
        return true
      },
      () => false,
    )
  }
  return (
    <Panel title={texts.retention}>
      <Loaded query={own}>
        {(found) => {
          const days = found[paramId]?.keepDays ?? null
          const ofAll = ofOrg === undefined ? texts.asOrg : `${texts.asOrg}: ${durationText(ofOrg.keepDays)}`
          if (!isManager) return <p className="px-4 pb-4">{days === null ? ofAll : durationText(days)}</p>
          return (
            <SettingsForm onSave={save} isBusy={change.isPending}>
              <NumberField
                name="days"
                isWhole
                min={1}
                max={36_500}
                label={texts.keepDays}
                hint={texts.keepHintParam({ ofAll })}
                defaultValue={days ?? ''}
              />
              <div className="sm:col-span-2">
                <Notice tone="warning">{texts.shorter}</Notice>
              </div>
            </SettingsForm>
          )
        }}
      </Loaded>
    </Panel>
  )
}
