import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { browserZone, lastOrg } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, TextField } from '../../ui/forms/fields.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../../ui/forms/time-zone-choice.tsx'
import { Facts, Page, Panel } from '../../ui/layout/page.tsx'
import { ImportDialog } from './import-dialog.tsx'
import type { Organization } from './name-panel.tsx'
import { NamePanel } from './name-panel.tsx'
import { ReadingsPanel } from './readings-panel.tsx'
import { AlertRetentionPanel, RetentionPanel } from './retention-panel.tsx'

/** Asks for the end of an organization; it comes a day later. */
const DeleteOrg = ({ org: { id: orgId, name } }: { org: Organization }): ReactNode => {
  const { orgSettings: texts, common, deletion } = useTexts()
  const { ago } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const ask = useAction('orgs', 'delete', [['orgs']], ({ deleteOn }) =>
    toast(texts.asked({ when: ago(deleteOn, serverNow()) })),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask.mutate({ orgId, name }, { onSuccess: () => setIsOpen(false) })
  }
  return (
    <Panel title={texts.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{texts.deleteHelp}</p>
        <Button variant="danger" isChange onClick={() => setIsOpen(true)}>
          {texts.delete}
        </Button>
      </div>
      <Dialog title={deletion.question({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p>{texts.deleteLost}</p>
          <p className="text-quiet">{texts.deleteHelp}</p>
          <TextField
            label={deletion.typeName({ name })}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="danger" disabled={typed.trim() !== name.trim()} isBusy={ask.isPending}>
              {texts.delete}
            </Button>
          </div>
        </form>
      </Dialog>
    </Panel>
  )
}

/** Makes another organization, and goes there. */
const NewOrg = (): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const [timeZone, setTimeZone] = useState(browserZone)
  const create = useAction('orgs', 'create', [['sessions', 'userOrgs']], ({ orgId }, { name }) => {
    lastOrg.set(orgId)
    toast(texts.created({ name }))
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const name = formText(new FormData(form), 'name').trim()
    create.mutate({ name, timeZone }, { onSuccess: () => form.reset() })
  }
  return (
    <Panel title={texts.newOrg}>
      <form onSubmit={submit} className="flex max-w-3xl flex-wrap items-end gap-3 p-4 pt-1">
        <p className="w-full text-quiet">{texts.newOrgHelp}</p>
        <TextField
          name="name"
          label={texts.name}
          maxLength={200}
          pattern=".*\S.*"
          autoComplete="off"
          required
          className="min-w-60 flex-1"
        />
        <TimeZoneChoice label={texts.timeZone} value={timeZone} onChange={setTimeZone} />
        <Button type="submit" isBusy={create.isPending}>
          {texts.create}
        </Button>
      </form>
    </Panel>
  )
}

/** Settings of the organization, with deletion at the end. */
export const OrganizationPage = (): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { orgId, orgName } = useOrg()
  const isOwner = useHasRole('owner')
  const org = useQuery(apiQuery('orgs', 'get', { orgId }))
  return (
    <Page title={texts.title} facts={orgName}>
      <Loaded query={org}>
        {(found) => (
          <>
            <Deletion org={found} />
            <FactsPanel org={found} />
            <NamePanel key={orgId} org={found} />
            <RetentionPanel key={`retention ${orgId}`} />
            <AlertRetentionPanel key={`alert retention ${orgId}`} />
            {isOwner && <KeylessPanel key={`keyless ${orgId}`} org={found} />}
            {isOwner && <TransferPanel />}
            <ReadingsPanel />
            {isOwner && <NewOrg />}
            {isOwner && found.deleteOn === undefined && <DeleteOrg org={found} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** It is on its way out, and can still be kept. */
const Deletion = ({ org: { id: orgId, name, deleteOn, deleteAskedBy = '' } }: { org: Organization }): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { ago } = useFormat()
  const now = useNow()
  const isOwner = useHasRole('owner')
  const keep = useAction('orgs', 'keep', [['orgs']], () => toast(texts.keptNow))
  if (deleteOn === undefined) return null
  return (
    <Notice tone="critical">
      <p className="mb-2">{texts.deleting({ name, by: deleteAskedBy, when: ago(deleteOn, now) })}</p>
      {isOwner && (
        <Button isChange isBusy={keep.isPending} onClick={() => keep.mutate({ orgId })}>
          {texts.keep}
        </Button>
      )}
    </Notice>
  )
}

const FactsPanel = ({ org: { createdOn, deviceQuota, enabledDevices } }: { org: Organization }): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { time, number } = useFormat()
  const isFull = deviceQuota !== null && enabledDevices >= deviceQuota
  const most = deviceQuota === null ? texts.noQuota : number(deviceQuota)
  return (
    <Panel title={texts.facts}>
      <Facts
        facts={[
          [texts.madeOn, time(createdOn)],
          [
            texts.devices,
            <span key="devices" className={isFull ? 'text-warning-text' : ''}>
              {deviceQuota === null
                ? `${number(enabledDevices)} (${most})`
                : texts.devicesOf({ used: number(enabledDevices), most })}
              <span className="block text-xs text-faint">{texts.quotaHelp}</span>
            </span>,
          ],
        ]}
      />
    </Panel>
  )
}

/** Sets whether gateways without a key may be bound. */
const KeylessPanel = ({ org: { id: orgId, isKeylessAllowed } }: { org: Organization }): ReactNode => {
  const { gateways: texts, orgSettings } = useTexts()
  const allow = useAction('orgs', 'allowKeyless', [['orgs']])
  const save = (form: FormData): Promise<boolean> =>
    allow.mutateAsync({ orgId, allowed: form.get('keyless') !== null }).then(
      () => {
        toast(orgSettings.saved)
        return true
      },
      () => false,
    )
  return (
    <Panel title={texts.title}>
      <SettingsForm onSave={save} isBusy={allow.isPending}>
        <div className="sm:col-span-2">
          <Checkbox name="keyless" label={texts.keyless} hint={texts.keylessHelp} defaultChecked={isKeylessAllowed} />
        </div>
      </SettingsForm>
    </Panel>
  )
}

/** The organization as a document, and back. */
const TransferPanel = (): ReactNode => {
  const texts = useTexts()
  const { orgSettings } = texts
  const { orgId, orgName } = useOrg()
  const [hasSecrets, setHasSecrets] = useState(false)
  const [hasPhotos, setHasPhotos] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const save = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const document = await call('transfer', 'export', {
        orgId,
        ...(hasSecrets && { secrets: true }),
        ...(hasPhotos && { photos: true }),
      })
      download(`${orgName}.json`, JSON.stringify(document, null, 1))
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Panel title={orgSettings.transfer}>
      <div className="flex max-w-3xl flex-col gap-3 p-4 pt-1">
        <p className="text-quiet">{orgSettings.transferHelp}</p>
        <Checkbox
          label={orgSettings.withSecrets}
          hint={orgSettings.withSecretsHint}
          checked={hasSecrets}
          onChange={({ target }) => setHasSecrets(target.checked)}
        />
        <Checkbox
          label={orgSettings.withPhotos}
          hint={orgSettings.withPhotosHint}
          checked={hasPhotos}
          onChange={({ target }) => setHasPhotos(target.checked)}
        />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} onClick={() => void save()}>
            {orgSettings.export}
          </Button>
          <Button isChange onClick={() => setIsImporting(true)}>
            {orgSettings.import}
          </Button>
        </div>
      </div>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </Panel>
  )
}

const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
