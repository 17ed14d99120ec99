import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../api/ask.ts'
import { AgedValue } from '../../../params/aged-value.tsx'
import { Value } from '../../../ui/layout/value.tsx'
import type { Alarm, NetLink } from '../standing.rules.ts'

export interface AlarmValueProps {
  place: Alarm['places'][number] | undefined
  states: AnswerOf<'values', 'lastStates'> | undefined
  links: readonly (NetLink | undefined)[]
}

/** What the parameter of an alert shows now, with its time where that is not now. */
export const AlarmValue = ({ place, states, links }: AlarmValueProps): ReactNode => {
  const state = place && states?.[place.paramId]
  if (place === undefined || state?.formattedValue === undefined) return null
  const link = links.find((one) => one?.netId === place.netId)
  const device = link?.devices.find(({ deviceId }) => deviceId === place.deviceId)
  return (
    <AgedValue state={state} reading={{ isTracked: true, updatePeriodSec: device?.updatePeriodSec ?? 0, device }}>
      <Value text={state.formattedValue} />
    </AgedValue>
  )
}
