import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHasRole } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { Page, Panel } from '../../../ui/layout/page.tsx'
import type { Broker } from './connector.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { ConnectorList, useConnectors } from './connector-list.tsx'
import { Receivers } from './receivers.tsx'

const clients = ['busbar.py', 'busbar.ts'] as const

/** Where readings go besides, and how programs get at them. */
export const IntegrationsPage = (): ReactNode => {
  const { integrations: texts } = useTexts()
  const isOwner = useHasRole('owner')
  return (
    <Page title={texts.title} facts={texts.help}>
      {isOwner ? (
        <>
          <Brokers />
          <Receivers />
        </>
      ) : (
        <NoPermission role="owner" />
      )}
      <Programs />
    </Page>
  )
}

const Brokers = (): ReactNode => {
  const { integrations: texts } = useTexts()
  const [edited, setEdited] = useState<Broker | 'new' | null>(null)
  const connectors = useConnectors()
  const add = (
    <Button icon={Plus} isChange onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.brokers} aside={add}>
      <Loaded query={connectors}>
        {(all) => (
          <ConnectorList
            of={all.filter((one) => one.kind === 'mqtt')}
            empty={{ title: texts.none, help: texts.noneHelp }}
            onEdit={setEdited}
          />
        )}
      </Loaded>
      {edited !== null && (
        <ConnectorDialog initial={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  )
}

const Programs = (): ReactNode => {
  const { integrations: texts } = useTexts()
  return (
    <Panel title={texts.programs}>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <p className="max-w-[75ch] text-sm text-quiet">{texts.programsHelp}</p>
        <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {clients.map((name) => (
            <a key={name} href={`/api/v1/clients/${name}`} download className="font-mono text-accent hover:underline">
              {name}
            </a>
          ))}
          <a href="/api/v1/docs" target="_blank" rel="noreferrer" className="text-accent hover:underline">
            {texts.reference}
          </a>
        </p>
      </div>
    </Panel>
  )
}
