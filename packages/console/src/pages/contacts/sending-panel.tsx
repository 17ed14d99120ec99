import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../api/api-query.ts'
import { useHasRole, useOrg } from '../../api/use-org.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { WebhookKey } from './webhook-key.tsx'

type Settings = AnswerOf<'alertSettings', 'get'>

const changed = [['alertSettings'], ['deliveries'], ['alerts']] as const
const limitMax = 1000

/** How messages of the organization are sent: SMS and what they may cost, outages, and the key of webhooks. */
export const SendingPanel = (): ReactNode => {
  const { sending: texts } = useTexts()
  const { orgId } = useOrg()
  const isOwner = useHasRole('owner')
  const settings = useQuery(apiQuery('alertSettings', 'get', { orgId }))
  return (
    <Panel title={texts.title}>
      <Loaded query={settings}>{(found) => <SendingForm settings={found} />}</Loaded>
      {isOwner && <WebhookKey />}
    </Panel>
  )
}

const SendingForm = ({ settings }: { settings: Settings }): ReactNode => {
  const { alertForm, sending: texts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const sms = useAction('alertSettings', 'smsSettings', changed)
  const outages = useAction('alertSettings', 'change', changed)
  const { disableSms, limit, isSmsOffByInstallation, isOutageHeldBack } = settings
  const save = async (form: FormData): Promise<boolean> => {
    const typed = formText(form, 'limit')
    try {
      if (!isSmsOffByInstallation)
        await sms.mutateAsync({
          orgId,
          disableSms: form.get('sms') === null,
          ...(typed !== '' && { limit: Number(typed) }),
        })
      await outages.mutateAsync({ orgId, isOutageHeldBack: form.get('outages') !== null })
    } catch {
      return false
    }
    toast(alertForm.saved)
    return true
  }
  return (
    <>
      {isSmsOffByInstallation && (
        <div className="px-4 pb-3">
          <Notice>{texts.smsOff}</Notice>
        </div>
      )}
      <fieldset disabled={!isManager} className="min-w-0">
        <SettingsForm onSave={save} isBusy={sms.isPending || outages.isPending}>
          <Checkbox
            name="sms"
            label={texts.sms}
            hint={texts.smsHelp}
            defaultChecked={!disableSms}
            disabled={isSmsOffByInstallation}
          />
          <NumberField
            name="limit"
            label={texts.limit}
            hint={limit === undefined ? texts.limitOfInstallation : texts.limitHelp}
            min={0}
            max={limitMax}
            defaultValue={limit ?? ''}
            disabled={isSmsOffByInstallation}
          />
          <Checkbox
            className="sm:col-span-2"
            name="outages"
            label={texts.outages}
            hint={texts.outagesHelp}
            defaultChecked={isOutageHeldBack}
          />
          <Spending />
        </SettingsForm>
      </fieldset>
    </>
  )
}

/** What SMS have cost this month; the owner alone sees that. */
const Spending = (): ReactNode => {
  const { sending: texts } = useTexts()
  const { number } = useFormat()
  const { orgId } = useOrg()
  const isOwner = useHasRole('owner')
  const { data } = useQuery({ ...apiQuery('deliveries', 'smsSpending', { orgId }), enabled: isOwner })
  if (data === undefined) return null
  return (
    <p className="text-sm text-quiet sm:col-span-2">
      {texts.spent({ cost: number(data.cost), limit: number(data.limit), count: data.count })}
    </p>
  )
}
