import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { DeleteButton, Losses, useDelete } from '../../ui/actions/delete-button.tsx'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { CardPanel } from '../card-panel.tsx'
import { DeviceSettings } from './device-settings.tsx'

/** What people set of a device; deleting it is the last of all. */
export const SettingsTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { device: texts } = useTexts()
  const isManager = useHasRole('manager')
  const device = useQuery(apiQuery('devices', 'get', { deviceId }))
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

/** The end of a device, with its past. */
const DeleteDevice = ({ device: { id, netId, name } }: { device: AnswerOf<'devices', 'get'> }): ReactNode => {
  const { device } = useTexts()
  const params = useQuery(apiQuery('devices', 'params', { deviceId: id }))
  const remove = useDelete({
    act: () => call('devices', 'delete', { deviceId: id }),
    to: { to: '/nets/$id', params: { id: netId } },
    done: device.deleted({ name }),
  })
  return (
    <Panel title={device.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{device.deleteHelp}</p>
        <DeleteButton
          act={device.delete}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <Losses params={params.data?.length} />
        </DeleteButton>
      </div>
    </Panel>
  )
}
