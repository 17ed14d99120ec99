import { scaleOf } from '@busbar/ui/quantity'
import { Gauge } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { isFresh, qualityOf } from '../../readings/values/quality.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { WidgetOf } from '../values/board.ts'
import { useBoardValue } from '../values/board-context.tsx'
import { limitOf } from '../values/board-values.ts'
import { defineWidget } from './define-widget.ts'
import {
  MissingValue,
  missingOf,
  readingOf,
  ShownValue,
  useDeviceText,
  ValueTrouble,
  WidgetFrame,
} from './widget-frame.tsx'
import { arcPath, fractionOf, zonesOf } from './widgets.rules.ts'

const scale = { x: 60, y: 62, radius: 44 }
const rim = { x: 60, y: 62, radius: 53 }
const rims = { warning: 'stroke-warning', critical: 'stroke-critical' } as const

/** A value on a scale, with the ranges that are not normal along its rim. */
const GaugeWidget = ({ widget }: { widget: WidgetOf<'gauge'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { quantity } = useFormat()
  const now = useNow()
  const { value: ref, least, greatest, limits } = widget.settings
  const one = useBoardValue(ref)
  const deviceText = useDeviceText()
  if (one === undefined) {
    return (
      <WidgetFrame title={widget.title || dashboards.kinds.gauge}>
        <MissingValue missing={missingOf(ref)} />
      </WidgetFrame>
    )
  }
  const { param, state } = one
  const limit = limitOf(limits, state.value)
  const known = state.value === undefined ? Number.NaN : Number(state.value)
  const part = Number.isFinite(known) ? fractionOf(known, least, greatest) : 0
  /** Both ends in one unit, which is named only where it has a prefix. */
  const shared = scaleOf(param.unitName, least, greatest)
  const end = (value: number): string =>
    quantity(value, { decimals: { min: 0, max: 3 }, scale: shared.power === 0 ? { power: 0, unit: '' } : shared })
  const isNow = isFresh(qualityOf(state, readingOf(one), now))
  return (
    <WidgetFrame
      title={widget.title || param.name}
      deviceLabel={widget.title === '' ? deviceText(one) : undefined}
      href={`/params/${param.paramId}`}
      tone={limit?.level ?? 'normal'}
    >
      <div className="relative mx-auto flex min-h-0 w-full max-w-64 flex-1 flex-col justify-center">
        <svg viewBox="0 0 120 76" className="max-h-full min-h-0 w-full flex-1" aria-hidden="true">
          <path d={arcPath(scale, 0, 1)} className="fill-none stroke-pressed" strokeWidth="9" />
          <path
            d={arcPath(scale, 0, part)}
            className={`fill-none ${isNow ? 'stroke-quiet' : 'stroke-line-strong'}`}
            strokeWidth="9"
          />
          {zonesOf(limits, least, greatest).map(({ from, till, level }) => (
            <path
              key={`${level} ${from} ${till}`}
              d={arcPath(rim, from, till)}
              className={`fill-none ${rims[level]}`}
              strokeWidth="2.5"
            />
          ))}
          <text x="16" y="74" className="fill-faint text-[7px]" textAnchor="middle">
            {end(least)}
          </text>
          <text x="104" y="74" className="fill-faint text-[7px]" textAnchor="middle">
            {end(greatest)}
          </text>
        </svg>
        <p
          className={`absolute inset-x-0 bottom-[8%] text-center leading-tight ${limit === null ? '' : limit.level === 'critical' ? 'text-critical-text' : 'text-warning-text'}`}
        >
          <ShownValue one={one} size="scale" />
        </p>
      </div>
      <div className="text-center">
        <ValueTrouble one={one} />
      </div>
      <p className="sr-only">{dashboards.onScale({ least: end(least), greatest: end(greatest) })}</p>
    </WidgetFrame>
  )
}

export const gauge = defineWidget({
  kind: 'gauge',
  icon: Gauge,
  size: { width: 3, height: 4 },
  phoneClass: 'max-md:min-h-44',
  needs: 'value',
  initial: (value) => ({ value, least: 0, greatest: 100, limits: [] }),
  firstValue: ({ value }) => value,
  isNamedByValue: true,
  fields: [{ type: 'value' }],
  look: [
    {
      type: 'pair',
      fields: [
        { type: 'number', key: 'least', label: ({ dashboards }) => dashboards.least },
        { type: 'number', key: 'greatest', label: ({ dashboards }) => dashboards.greatest },
      ],
    },
  ],
  isValid: ({ least, greatest }) => least < greatest,
  draw: GaugeWidget,
})
