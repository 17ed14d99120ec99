import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { ObjectHistory } from '../../audit/object-history.tsx'
import { CardPanel } from '../../devices/card-panel.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { DeleteNet } from './delete-net.tsx'
import { KeyParamPanel } from './key-param-panel.tsx'
import { NetSettings } from './net-settings.tsx'
import { PlacePanel } from './place-panel.tsx'
import { SharesPanel } from './shares-panel.tsx'

/** What people set of a network; deleting it is the last of all. */
export const SettingsTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { net: texts } = useTexts()
  const isManager = useMay('manager')
  const net = useQuery(ask('nets', 'get', { netId }))
  if (!isManager) return <NoPermission role="manager" />
  return (
    <Loaded query={net}>
      {(found) => (
        <>
          <Panel title={texts.settings}>
            <NetSettings key={netId} net={found} />
          </Panel>
          <KeyParamPanel key={`key ${netId}`} net={found} />
          <PlacePanel key={`place ${netId}`} net={found} />
          <CardPanel key={`card ${netId}`} of={{ netId }} name={found.name} />
          {found.mac === undefined && <SharesPanel netId={netId} />}
          <ObjectHistory kind="net" id={netId} />
          <DeleteNet net={found} />
        </>
      )}
    </Loaded>
  )
}
