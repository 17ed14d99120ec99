import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { refetchEvery } from '../../api/refetch-every.ts'
import { useMay, useOrgOfNet } from '../../api/use-org.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AddDevices } from './add-devices.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { DeleteNet } from './delete-net.tsx'
import { NetActions } from './net-actions.tsx'
import { NetDevices } from './net-devices.tsx'
import { NetSettings } from './net-settings.tsx'
import { PollingPanel } from './polling-panel.tsx'
import { SharesPanel } from './shares-panel.tsx'

/** What the stream does not carry, such as the load of the bus, is loaded again. */
const refetchInterval = refetchEvery(10_000)

/** A network: how it is reached, how reading goes, and what is behind it. */
export const NetPage = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { common, net: texts, overview } = useTexts()
  const { time } = useFormat()
  const isManager = useMay('manager')
  const net = useQuery(ask('nets', 'get', { netId }))
  useOrgOfNet(netId)
  const devices = useQuery(ask('nets', 'devices', { netId }))
  const statistics = useQuery({ ...ask('links', 'statistics', { netId }), refetchInterval })
  return (
    <Page title={net.data?.name ?? common.network} actions={net.data && <NetActions net={net.data} />}>
      <Loaded query={net}>
        {(found) => (
          <>
            {found.disabledOn !== undefined && (
              <Notice tone="warning">
                {found.disabledBy === 'admin' ? texts.pausedByAdmin : texts.pausedSince(time(found.disabledOn))}{' '}
                {found.disabledNote}
              </Notice>
            )}
            <div className="grid gap-4 lg:grid-cols-2">
              <ConnectionPanel net={found} />
              <Panel title={texts.polling}>
                <Loaded query={statistics}>{({ polling }) => <PollingPanel polling={polling} />}</Loaded>
              </Panel>
            </div>
            <Panel title={overview.devices} aside={isManager && <AddDevices netId={netId} />}>
              <Loaded query={devices}>
                {(rows) => <NetDevices devices={rows} polled={statistics.data?.devices} />}
              </Loaded>
            </Panel>
            {isManager && (
              <>
                <Panel title={texts.settings}>
                  <NetSettings key={netId} net={found} />
                </Panel>
                {found.mac === undefined && <SharesPanel netId={netId} />}
                <DeleteNet net={found} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
