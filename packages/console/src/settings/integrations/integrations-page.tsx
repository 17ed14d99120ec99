import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Cable, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import type { Broker, Connector, Receiver } from './connector.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { ConnectorRow } from './connector-row.tsx'
import { ReceiverDialog } from './receiver-dialog.tsx'

/** What they do changes all the time. */
const refetchMs = 3000

const useConnectors = (): UseQueryResult<Connector[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('connectors', 'list', { orgId }), refetchInterval: refetchEvery(refetchMs) })
}

/** Those of one kind. */
const ConnectorList = <Kind extends Connector>(props: {
  of: readonly Kind[]
  empty: { title: string; help: string }
  onEdit: (connector: Kind) => void
}): ReactNode => {
  const { of: connectors, empty, onEdit } = props
  if (connectors.length === 0) return <EmptyState icon={Cable} title={empty.title} help={empty.help} />
  return (
    <ul className="divide-y divide-line border-t border-line">
      {connectors.map((one) => (
        <ConnectorRow key={one.id} of={one} onEdit={() => onEdit(one)} />
      ))}
    </ul>
  )
}

/** Prometheus and Grafana: what is sent there, and where they fetch for themselves. */
const Receivers = (): ReactNode => {
  const { integrations: texts } = useTexts()
  const { orgId } = useOrg()
  const [edited, setEdited] = useState<Receiver | 'new' | null>(null)
  const connectors = useConnectors()
  const add = (
    <Button icon={Plus} isChange onClick={() => setEdited('new')}>
      {texts.addReceiver}
    </Button>
  )
  const base = `${location.origin}/api/v1/org/${orgId}`
  return (
    <Panel title={texts.receivers} aside={add}>
      <Loaded query={connectors}>
        {(all) => (
          <ConnectorList
            of={all.filter((one) => one.kind === 'prometheus')}
            empty={{ title: texts.noReceiver, help: texts.noReceiverHelp }}
            onEdit={setEdited}
          />
        )}
      </Loaded>
      <div className="flex flex-col gap-3 border-t border-line px-4 py-4">
        <p className="max-w-[75ch] text-sm text-quiet">{texts.fetchHelp}</p>
        <div className="grid gap-3 md:grid-cols-2">
          <Address name={texts.scrapeUrl} url={`${base}/metrics/`} />
          <Address name={texts.readUrl} url={`${base}/prometheus/read/`} />
        </div>
      </div>
      {edited !== null && <ReceiverDialog initial={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

const Address = ({ name, url }: { name: string; url: string }): ReactNode => (
  <div className="flex flex-col gap-1">
    <span className="text-sm font-medium">{name}</span>
    <CopyField label={name} value={url} />
  </div>
)

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
