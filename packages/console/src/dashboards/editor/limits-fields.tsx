import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import type { Limit } from '../values/board.ts'
import { NumberField } from './typed-field.tsx'

const limitsMax = 8

/** The ranges of a value that are not normal. */
export const LimitsFields = ({
  limits,
  onChange,
}: {
  limits: readonly Limit[]
  onChange: (limits: Limit[]) => void
}): ReactNode => {
  const { dashboards } = useTexts()
  const set = (
    at: number,
    change: Partial<Record<'from' | 'till', number | undefined>> & Partial<Pick<Limit, 'level'>>,
  ): void => {
    const { from, till, level } = { ...limits[at], ...change }
    const isTaken = (from ?? till) !== undefined && (from === undefined || till === undefined || from < till)
    if (!isTaken || level === undefined) return
    onChange(limits.with(at, { ...(from !== undefined && { from }), ...(till !== undefined && { till }), level }))
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-quiet">{dashboards.limitsHelp}</p>
      {limits.map(({ from, till, level }, at) => (
        <fieldset key={at} className="flex flex-col gap-3 rounded-part border border-line p-3">
          <legend className="sr-only">{dashboards.limit({ number: at + 1 })}</legend>
          <div className="flex items-start justify-between gap-2">
            <div className="flex-1">
              <Segmented
                label={dashboards.level}
                value={level}
                options={[
                  ['warning', dashboards.warning],
                  ['critical', dashboards.critical],
                ]}
                onChange={(next) => set(at, { level: next })}
              />
            </div>
            <Button
              variant="quiet"
              icon={X}
              aria-label={dashboards.removeLimit({ number: at + 1 })}
              onClick={() => onChange(limits.toSpliced(at, 1))}
            />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <NumberField label={dashboards.from} value={from} isOptional onChange={(next) => set(at, { from: next })} />
            <NumberField label={dashboards.till} value={till} isOptional onChange={(next) => set(at, { till: next })} />
          </div>
        </fieldset>
      ))}
      <Button
        icon={Plus}
        disabled={limits.length >= limitsMax}
        onClick={() => onChange([...limits, { from: 100, level: 'warning' }])}
      >
        {dashboards.addLimit}
      </Button>
    </div>
  )
}
