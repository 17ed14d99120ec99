import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ComputedSettings } from './computed-settings.tsx'
import { ParamPage, type ParamTabProps } from './param-page.tsx'
import { ParamSettings } from './param-settings.tsx'
import { RetentionPanel } from './retention-panel.tsx'

/** What a parameter is, for who may change it. */
export const ParamSettingsPage = (): ReactNode => <ParamPage tab={Settings} />

const Settings = ({ param }: ParamTabProps): ReactNode => {
  const { param: texts } = useTexts()
  const isManager = useHasRole('manager')
  return (
    <>
      <Panel title={texts.settings}>
        {isManager ? (
          param.registerKind === 'computed' ? (
            <ComputedSettings param={param} />
          ) : (
            <ParamSettings param={param} />
          )
        ) : (
          <EmptyState icon={Lock} title={texts.noSettings} help={texts.settingsOfManagers} />
        )}
      </Panel>
      <RetentionPanel paramId={param.id} />
      <ObjectHistory kind="param" id={param.id} />
    </>
  )
}
