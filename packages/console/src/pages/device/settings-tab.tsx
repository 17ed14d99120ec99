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
import { DeleteDevice } from './delete-device.tsx'
import { DeviceSettings } from './device-settings.tsx'

/** What people set of a device; deleting it is the last of all. */
export const SettingsTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { device: texts } = useTexts()
  const isManager = useMay('manager')
  const device = useQuery(ask('devices', 'get', { deviceId }))
  if (!isManager) return <NoPermission role="manager" />
  return (
    <Loaded query={device}>
      {(found) => (
        <>
          <Panel title={texts.settings}>
            <DeviceSettings key={deviceId} device={found} />
          </Panel>
          <CardPanel key={`card ${deviceId}`} of={{ deviceId }} name={found.name} />
          <ObjectHistory kind="device" id={deviceId} />
          <DeleteDevice device={found} />
        </>
      )}
    </Loaded>
  )
}
