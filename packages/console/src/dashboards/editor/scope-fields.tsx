import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { DeviceRef, Widget, WidgetOf } from '../values/board.ts'

interface DeviceFieldProps {
  device: DeviceRef
  /** On a board for any device of a template: the one that is looked at can be chosen too. */
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

interface AlarmsFieldsProps {
  widget: WidgetOf<'alarms'>
  ofDevice: number | null
  onChange: (widget: Widget) => void
}

/** Of what a list of alarms is. */
export const AlarmsFields = ({ widget, ofDevice, onChange }: AlarmsFieldsProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const { orgId } = useOrg()
  const nets = useQuery(apiQuery('nets', 'list', { orgId }))
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const { settings } = widget
  const { scope } = settings
  const set = (next: typeof scope): void => onChange({ ...widget, settings: { ...settings, scope: next } })
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

interface PictureFieldProps {
  widget: WidgetOf<'picture'>
  onChange: (widget: Widget) => void
}

/** Which visualization a picture is. */
export const PictureField = ({ widget, onChange }: PictureFieldProps): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const list = useQuery(apiQuery('visualizations', 'list', { orgId }))
  return (
    <Choice
      label={dashboards.kinds.picture}
      value={widget.settings.visId}
      options={(list.data ?? []).map(({ id, name }) => [id, name] as const)}
      onChange={(visId) => onChange({ ...widget, settings: { visId } })}
    />
  )
}
