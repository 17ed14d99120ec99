import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useHasRole, useOrg } from '../../../api/use-org.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { useNow } from '../../../format/use-now.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../../ui/forms/fields.tsx'
import { SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { Facts, Page, Panel } from '../../../ui/layout/page.tsx'
import { DeleteOrg } from './delete-org.tsx'
import { NamePanel } from './name-panel.tsx'
import { NewOrg } from './new-org.tsx'
import type { Organization } from './org-facts.ts'
import { ReadingsPanel } from './readings-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { TransferPanel } from './transfer-panel.tsx'

/** What holds for a whole organization; its end is the last of all. */
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

/** Whether gateways may be bound that cannot prove who they are. */
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
