import { decimalsOf } from '@busbar/ui/quantity'
import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { Since } from '../devices/device-state.tsx'
import type { ParamState } from '../readings/values/quality.rules.ts'
import { AgedValue } from '../readings/values/value-quality.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Value } from '../ui/layout/value.tsx'
import type { KeyParam, NetLink, StatusReason } from './net-status.rules.ts'

/** Why a network stands as it does, in one line. */
export const Reason = ({ why }: { why: StatusReason }): ReactNode => {
  const { overview } = useTexts()
  const { moment, number, span } = useFormat()
  const now = useNow()
  switch (why.kind) {
    case 'alert': {
      const { name, startedOn } = why.alert
      if (startedOn === undefined) return name
      return `${name}, ${overview.goingOnFor({ span: span(Math.max(0, now - Date.parse(startedOn))) })}`
    }
    case 'trouble':
      return <Since trouble={why.trouble} />
    case 'silent':
      return overview.silentOf({ silent: number(why.silent), all: number(why.all) })
    case 'paused':
      return why.since === undefined ? overview.paused : overview.pausedSince({ when: moment(why.since, now) })
    case 'empty':
      return overview.noDevicesYet
  }
}

interface KeyValueProps {
  keyParam: KeyParam
  /** Undefined until it is known. */
  state: ParamState | undefined
  link: NetLink | undefined
  size?: 'row' | 'card'
}

/** The value that stands for a network, with its time where it is not of now. */
export const KeyValue = ({ keyParam, state, link, size = 'row' }: KeyValueProps): ReactNode => {
  const { device: texts } = useTexts()
  const { quantity } = useFormat()
  if (state === undefined || link === undefined) return <Skeleton className="w-20" />
  const { deviceId, isTracked, updatePeriodSec, isNumber, unitName } = keyParam
  const device = link.devices.find((one) => one.deviceId === deviceId)
  const { value, formattedValue } = state
  const text =
    isNumber && value !== undefined && Number.isFinite(Number(value))
      ? quantity(value, { unit: unitName, decimals: decimalsOf(keyParam, Number(value)) })
      : formattedValue
  if (text === undefined) return <span className="text-sm text-quiet">{texts.never}</span>
  return (
    <AgedValue state={state} reading={{ isTracked, updatePeriodSec, device }}>
      <Value text={text} size={size} />
    </AgedValue>
  )
}
