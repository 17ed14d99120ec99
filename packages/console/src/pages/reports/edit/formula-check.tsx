import type { ReactNode } from 'react'
import { useAmount } from '../../../figures/use-amount.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { numberOf } from '../report-bars.rules.ts'
import type { FormulaNames } from './formula.rules.ts'
import type { CheckedFormula } from './use-formula-check.ts'

export interface FormulaCheckProps {
  check: CheckedFormula
  nameOf: FormulaNames['nameOf']
}

/** What a right formula came to yesterday, and how much of its inputs is known. */
export const FormulaCheck = ({ check: { params, value, unitName }, nameOf }: FormulaCheckProps): ReactNode => {
  const { reports } = useTexts()
  const { amount, percent } = useAmount()
  return (
    <div className="rounded-part border border-line px-3 py-2 text-sm">
      <p>
        <span className="text-quiet">{reports.yesterday}</span>{' '}
        <b className="text-lg font-semibold">{amount(numberOf(value))}</b>{' '}
        <span className="text-faint">{unitName}</span>
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 text-xs text-quiet">
        {params.map(({ paramId, name, deviceName, value: counted, unitName: unit, coverage }) => (
          <li key={paramId} className="flex flex-wrap justify-between gap-x-3">
            <span>{nameOf(paramId) ?? `${deviceName} · ${name}`}</span>
            <span className={coverage < 0.95 ? 'text-unknown-text' : ''}>
              {`${amount(numberOf(counted), unit)}, ${reports.readFor(percent(coverage))}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
