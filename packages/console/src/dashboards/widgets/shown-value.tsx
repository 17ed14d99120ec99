import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { Since } from '../../devices/since.tsx'
import { AgedValue } from '../../readings/values/aged-value.tsx'
import { isFresh, qualityOf, type Reading } from '../../readings/values/quality.rules.ts'
import { ValueQuality } from '../../readings/values/value-quality.tsx'
import type { BoardValue } from '../values/board-values.ts'
import { boardValueParts } from '../values/value-text.ts'

export const readingOf = ({ param, device }: BoardValue): Reading => ({
  isTracked: param.isTracked,
  updatePeriodSec: device?.updatePeriodSec ?? 60,
  device,
})

const sizes = {
  row: { number: 'font-medium', unit: 'text-xs' },
  // As wide as its widget allows, and on a wall as large as that is told.
  tile: {
    number:
      'text-[length:clamp(1.375rem,var(--value-part,15cqi),var(--value-max,2.25rem))] leading-[1.1] font-medium tracking-tight',
    unit: 'text-[0.5em] tracking-normal',
  },
  // Within the half circle.
  gauge: {
    number: 'text-[length:clamp(1rem,11cqi,var(--value-max,1.75rem))] leading-[1.1] font-medium tracking-tight',
    unit: 'text-[0.6em] tracking-normal',
  },
} as const

/** A value with its unit: dimmed and with its time where it is old, a dash where it was never read. */
export const ShownValue = ({
  one,
  size = 'row',
  className = '',
}: {
  one: BoardValue
  size?: keyof typeof sizes
  className?: string
}): ReactNode => {
  const format = useFormat()
  const { param, state } = one
  const { number, unit } = sizes[size]
  const { value } = state
  const shown = value === undefined ? { number: '—', unit: '' } : boardValueParts(param, value, format)
  return (
    <span data-value={param.paramId} className={`break-words ${className}`}>
      <AgedValue state={state} reading={readingOf(one)} className={number}>
        {shown.number}
        {shown.unit !== '' && (
          <span className={`font-normal text-faint ${unit}`}>
            {'\u00a0'}
            {shown.unit}
          </span>
        )}
      </AgedValue>
    </span>
  )
}

/** Why a value is not fresh; nothing of one that is. */
export const ValueTrouble = ({ one }: { one: BoardValue }): ReactNode => {
  const now = useNow()
  const reading = readingOf(one)
  if (isFresh(qualityOf(one.state, reading, now))) return null
  return (
    <p className="text-xs text-quiet">
      {one.device?.trouble === undefined ? (
        <ValueQuality state={one.state} reading={reading} />
      ) : (
        <Since trouble={one.device.trouble} />
      )}
    </p>
  )
}
