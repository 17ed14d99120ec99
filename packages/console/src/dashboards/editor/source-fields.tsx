import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { ValueRef } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import type { TimelineSource } from '../widgets/timeline-widget.tsx'
import { DeviceField } from './scope-fields.tsx'
import { ValueField } from './value-field.tsx'

type StateSource = Extract<TimelineSource, { kind: 'states' }>
type Tone = StateSource['states'][number]['tone']

export interface SourceFieldsProps {
  source: TimelineSource
  ofDevice: number | null
  onChange: (source: TimelineSource) => void
}

/** The value or device whose states are drawn over time, and the meaning of each state. */
export const SourceFields = ({ source, ofDevice, onChange: set }: SourceFieldsProps): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const { values } = useBoardSource()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const [firstDevice] = Object.values(tree.data ?? {}).flatMap(({ devices }) => Object.values(devices))
  const [[firstDeviceId] = []] = Object.values(tree.data ?? {}).flatMap(({ devices }) => [Object.keys(devices)])
  const [firstParam] = Object.keys(firstDevice?.parameters ?? {})
  const choose = (kind: TimelineSource['kind']): void => {
    if (kind === 'availability') {
      const known = source.kind === 'states' ? values.of(source.value)?.param.deviceId : undefined
      const deviceId = known ?? Number(firstDeviceId)
      set({ kind, device: ofDevice === null ? { deviceId } : { variable: 'device' } })
    } else if (firstParam !== undefined) {
      set({ kind, value: { paramId: Number(firstParam) }, states: [{ value: '1', tone: 'on' }] })
    }
  }
  return (
    <>
      <Segmented
        label={dashboards.source}
        value={source.kind}
        options={[
          ['states', dashboards.sources.states],
          ['availability', dashboards.sources.availability],
        ]}
        onChange={choose}
      />
      {source.kind === 'availability' ? (
        <DeviceField device={source.device} ofDevice={ofDevice} onChange={(device) => set({ ...source, device })} />
      ) : (
        <StatesFields source={source} ofDevice={ofDevice} onChange={set} />
      )}
    </>
  )
}

interface StatesFieldsProps {
  source: StateSource
  ofDevice: number | null
  onChange: (source: StateSource) => void
}

const StatesFields = ({ source, ofDevice, onChange }: StatesFieldsProps): ReactNode => {
  const { dashboards } = useTexts()
  const one = useBoardValue(source.value)
  const labels = one?.param.states ?? { 0: '0', 1: '1' }
  const toneOf = (value: string): Tone => source.states.find((state) => state.value === value)?.tone ?? 'off'
  const setTone = (value: string, tone: Tone): void =>
    onChange({ ...source, states: [...source.states.filter((state) => state.value !== value), { value, tone }] })
  const chooseValue = (value: ValueRef): void => onChange({ ...source, value })
  return (
    <>
      <ValueField label={dashboards.value} value={source.value} ofDevice={ofDevice} onChange={chooseValue} />
      {Object.entries(labels)
        .slice(0, 30)
        .map(([value, text]) => (
          <Choice
            key={value}
            label={dashboards.stateMeans({ state: text })}
            value={toneOf(value)}
            options={[
              ['on', dashboards.tones.on],
              ['off', dashboards.tones.off],
              ['warning', dashboards.tones.warning],
              ['critical', dashboards.tones.critical],
            ]}
            onChange={(tone) => setTone(value, tone)}
          />
        ))}
    </>
  )
}
