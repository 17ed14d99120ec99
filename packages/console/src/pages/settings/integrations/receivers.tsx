import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOrg } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Panel } from '../../../ui/layout/page.tsx'
import type { Receiver } from './connector.ts'
import { ConnectorList, useConnectors } from './connector-list.tsx'
import { ReceiverDialog } from './receiver-dialog.tsx'

/** Prometheus and Grafana: what is sent there, and where they fetch for themselves. */
export const Receivers = (): ReactNode => {
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
