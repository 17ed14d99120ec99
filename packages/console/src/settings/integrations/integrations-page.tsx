import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Cable, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import type { Broker, Connector, Receiver } from './connector-dialog.tsx'
import { ConnectorDialog } from './connector-dialog.tsx'
import { ReceiverDialog } from './receiver-dialog.tsx'

/** Their state changes all the time. */
const refetchMs = 3000

const useConnectors = (): UseQueryResult<Connector[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('connectors', 'list', { orgId }), refetchInterval: refetchEvery(refetchMs) })
}

/** Connectors of one type. */
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

/** Destinations of readings, and access for programs. */
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

const changed = [['connectors']] as const

const ConnectorRow = ({ of: connector, onEdit }: { of: Connector; onEdit: () => void }): ReactNode => {
  const { integrations: texts } = useTexts()
  const { orgId } = useOrg()
  const { id, name, kind, settings } = connector
  const showOutcome = (answer: { ok: true } | { err: string }): void =>
    'ok' in answer
      ? toast(kind === 'mqtt' ? texts.tested({ name }) : texts.taken({ name }))
      : toast(answer.err, 'critical')
  const test = useAction('connectors', 'test', changed, showOutcome)
  const remove = useAction('connectors', 'delete', changed)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-medium break-words">{name}</span>
          <State of={connector} />
        </span>
        <span className="font-mono text-xs break-all text-quiet">{settings.url}</span>
        {kind === 'mqtt' && <BrokerFacts of={connector} />}
        <Counts of={connector} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={texts.testOf({ name })}
          isBusy={test.isPending}
          onClick={() => test.mutate({ orgId, connectorId: id })}
        >
          {texts.test}
        </Button>
        <Button aria-label={texts.editOf({ name })} onClick={onEdit}>
          {texts.edit}
        </Button>
        <ConfirmButton
          act={texts.delete}
          label={texts.deleteOf({ name })}
          question={kind === 'mqtt' ? texts.deleteQuestion({ name }) : texts.deleteReceiverQuestion({ name })}
          variant="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ orgId, connectorId: id })}
        />
      </div>
    </li>
  )
}

const BrokerFacts = ({ of: { root, settings } }: { of: Broker }): ReactNode => {
  const { integrations: texts } = useTexts()
  return (
    <>
      <span className="text-xs break-all text-quiet">{texts.topic({ topic: root })}</span>
      {settings.discovery && <span className="text-xs text-quiet">{texts.discoveryOn}</span>}
      {settings.commands.length > 0 && <span className="text-xs text-quiet">{texts.commandsOn}</span>}
    </>
  )
}

const State = ({ of: { state } }: { of: Connector }): ReactNode => {
  const { integrations: texts } = useTexts()
  const stands = (): [tone: Tone, text: string] => {
    if (state === null) return ['muted', texts.off]
    if (state.isConnected) return state.lastError === null ? ['ok', texts.connected] : ['warning', texts.connected]
    return state.since === null ? ['info', texts.connecting] : ['warning', texts.notConnected]
  }
  const [tone, text] = stands()
  const error = state?.lastError ?? null
  return (
    <StateMark tone={tone}>
      {text}
      {error !== null && `: ${error}`}
    </StateMark>
  )
}

const Counts = ({ of: { state } }: { of: Connector }): ReactNode => {
  const { integrations: texts } = useTexts()
  const { number } = useFormat()
  if (state === null) return null
  const { sent, coalesced, dropped, replayed, commands } = state
  const counts = [
    texts.sent({ count: number(sent) }),
    coalesced > 0 && texts.coalesced({ count: number(coalesced) }),
    replayed > 0 && texts.replayed({ count: number(replayed) }),
    dropped > 0 && texts.dropped({ count: number(dropped) }),
    commands > 0 && texts.commandsDone({ count: number(commands) }),
  ]
  return <span className="text-xs text-quiet">{counts.filter((one) => one !== false).join(' · ')}</span>
}
