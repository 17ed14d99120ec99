import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { useAct } from '../../../ui/actions/use-act.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../../ui/forms/fields.tsx'
import { SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { Panel } from '../../../ui/layout/page.tsx'
import type { Organization } from './org-facts.ts'

/** Whether gateways may be bound that cannot prove who they are. */
export const KeylessPanel = ({ org: { id: orgId, isKeylessAllowed } }: { org: Organization }): ReactNode => {
  const { gateways: texts, orgSettings } = useTexts()
  const allow = useAct('orgs', 'allowKeyless', [['orgs']])
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
