import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { DeviceRef } from '../values/board.ts'
import type { AlertScope } from '../widgets/alarms-widget.tsx'

interface DeviceFieldProps {
  device: DeviceRef
  /** Device shown by a dashboard with a variable device, which can then be chosen too. */
  ofDevice: number | null
  onChange: (device: DeviceRef) => void
}

/** Chooses a device. */
export const DeviceField = ({ device, ofDevice, onChange }: DeviceFieldProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const devices = Object.values(tree.data ?? {}).flatMap((net) =>
    Object.entries(net.devices).map(([id, { name }]) => [id, `${name} · ${net.name}`] as const),
  )
  const chosen = 'deviceId' in device ? String(device.deviceId) : 'variable'
  const own = ofDevice === null ? [] : [['variable', dashboards.lookedAt] as const]
  const known = [...own, ...devices].some(([id]) => id === chosen) ? [] : [[chosen, dashboards.choose] as const]
  return (
    <Choice
      label={common.device}
      value={chosen}
      options={[...known, ...own, ...devices]}
      onChange={(id) => onChange(id === 'variable' ? { variable: 'device' } : { deviceId: Number(id) })}
    />
  )
}

interface ScopeFieldsProps {
  scope: AlertScope
  ofDevice: number | null
  onChange: (scope: AlertScope) => void
}

/** The alerts that a list shows. */
export const ScopeFields = ({ scope, ofDevice, onChange: set }: ScopeFieldsProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const { orgId } = useOrg()
  const nets = useQuery(apiQuery('nets', 'list', { orgId }))
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const [firstDevice] = Object.values(tree.data ?? {}).flatMap(({ devices }) => Object.keys(devices))
  const choose = (kind: typeof scope.kind): void => {
    if (kind === 'org') set({ kind })
    if (kind === 'net' && nets.data?.[0] !== undefined) set({ kind, netId: nets.data[0].id })
    if (kind === 'device' && ofDevice !== null) set({ kind, device: { variable: 'device' } })
    else if (kind === 'device' && firstDevice !== undefined) set({ kind, device: { deviceId: Number(firstDevice) } })
  }
  return (
    <>
      <Segmented
        label={dashboards.scope}
        value={scope.kind}
        options={[
          ['org', dashboards.scopes.org],
          ['net', dashboards.scopes.net],
          ['device', dashboards.scopes.device],
        ]}
        onChange={choose}
      />
      {scope.kind === 'net' && (
        <Choice
          label={common.network}
          value={scope.netId}
          options={(nets.data ?? []).map(({ id, name }) => [id, name] as const)}
          onChange={(netId) => set({ kind: 'net', netId })}
        />
      )}
      {scope.kind === 'device' && (
        <DeviceField device={scope.device} ofDevice={ofDevice} onChange={(device) => set({ kind: 'device', device })} />
      )}
    </>
  )
}

interface DrawingFieldProps {
  visId: number
  onChange: (visId: number) => void
}

/** Chooses the diagram of a widget. */
export const DrawingField = ({ visId, onChange }: DrawingFieldProps): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const list = useQuery(apiQuery('visualizations', 'list', { orgId }))
  return (
    <Choice
      label={dashboards.kinds.picture}
      value={visId}
      options={(list.data ?? []).map(({ id, name }) => [id, name] as const)}
      onChange={onChange}
    />
  )
}
