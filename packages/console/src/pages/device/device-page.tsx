import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useMay, useOrgOfNet } from '../../api/use-org.tsx'
import { TroubleNotice } from '../../devices/trouble-notice.tsx'
import { useDocumentTitle } from '../../devices/use-document-title.ts'
import { usePolledDevice } from '../../devices/use-polled-device.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { DeleteDevice } from './delete-device.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceSettings } from './device-settings.tsx'
import { DeviceSwitch } from './device-switch.tsx'
import { ValuesPanel } from './values-panel.tsx'

/** A device: how it is, what it says, and how it is read. */
export const DevicePage = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { common, device: texts } = useTexts()
  const isManager = useMay('manager')
  const device = useQuery(ask('devices', 'get', { deviceId }))
  useOrgOfNet(device.data?.netId)
  const { device: polled, line } = usePolledDevice(device.data?.netId, deviceId)
  const net = useQuery({
    ...ask('nets', 'get', { netId: device.data?.netId ?? 0 }),
    enabled: device.data !== undefined,
  })
  useDocumentTitle(device.data?.name, net.data?.name)
  const params = useQuery(ask('devices', 'params', { deviceId }))
  return (
    <Page
      title={device.data?.name ?? common.device}
      actions={isManager && device.data && <DeviceSwitch device={device.data} />}
    >
      <Loaded query={device}>
        {(found) => (
          <>
            {polled?.trouble !== undefined && line !== undefined && (
              <TroubleNotice device={polled} trouble={polled.trouble} line={line} netId={found.netId} />
            )}
            <DeviceFacts device={found} polled={polled} />
            <Loaded query={params}>
              {(all) =>
                all.length === 0 ? (
                  <Panel title={texts.values}>
                    <EmptyState title={texts.noValues} help={texts.noValuesHelp} />
                  </Panel>
                ) : (
                  <ValuesPanel device={found} polled={polled} params={all} />
                )
              }
            </Loaded>
            {isManager && (
              <>
                <Panel title={texts.settings}>
                  <DeviceSettings key={deviceId} device={found} />
                </Panel>
                <DeleteDevice device={found} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
