import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** The key that signs webhooks: shown when asked for and then hidden again, and replaced. */
const WebhookKey = (): ReactNode => {
  const texts = useTexts()
  const { sending } = texts
  const { orgId } = useOrg()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useAction('alertSettings', 'rotateWebhookSecret', [])
  // Not kept with other answers: it must be gone when it is hidden.
  const show = (): void =>
    void call('alertSettings', 'webhookSecret', { orgId }).then(
      (found) => setSecret(found.secret),
      (error: Error) => toast(errorText(texts, error), 'critical'),
    )
  return (
    <div className="flex flex-col gap-2 border-t border-line p-4">
      <h3 className="text-sm font-semibold">{sending.key}</h3>
      <p className="text-sm text-quiet">{sending.keyHelp}</p>
      {secret !== null && (
        <p role="status" className="rounded-part border border-line bg-sunken px-3 py-2 font-mono text-sm break-all">
          {secret}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {secret === null ? (
          <Button onClick={show}>{sending.showKey}</Button>
        ) : (
          <Button onClick={() => setSecret(null)}>{sending.hideKey}</Button>
        )}
        <ConfirmButton
          act={sending.newKey}
          question={sending.newKeyQuestion}
          isBusy={rotate.isPending}
          onConfirm={() => rotate.mutate({ orgId }, { onSuccess: (made) => setSecret(made.secret) })}
        />
      </div>
    </div>
  )
}

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

/** Cost of SMS in this month, visible to the owner only. */
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
