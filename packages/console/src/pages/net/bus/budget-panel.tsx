import type { ReactNode } from 'react'
import { LoadMeter } from '../../../charts/load-meter.tsx'
import type { Diagnosis } from '../../../devices/use-diagnosis.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Facts, Panel } from '../../../ui/layout/page.tsx'

const loadMax = 0.9

/** How much of the line's time is taken, and what happens with another ten devices. */
export const BudgetPanel = ({ found: { budget, measuredSec } }: { found: Diagnosis }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const { decimal, span } = useFormat()
  const { load, perDevice, withTenMore, roomFor } = budget
  return (
    <Panel title={texts.budget}>
      {measuredSec === 0 ? (
        <EmptyState title={texts.notMeasured} />
      ) : (
        <>
          <Facts
            facts={[
              [texts.load, <LoadMeter key="load" label={texts.load} load={load} />],
              [texts.perDevice, perDevice === null ? '—' : decimal(perDevice * 100, { min: 2, max: 2 }, '%')],
              [
                texts.withTen,
                withTenMore === null ? '—' : <LoadMeter key="ten" label={texts.withTen} load={withTenMore} />,
              ],
              [texts.roomFor, roomFor === null ? '—' : texts.devicesMore({ count: roomFor })],
            ]}
          />
          {withTenMore !== null && withTenMore > loadMax && (
            <div className="px-4 pb-3">
              <Notice>{texts.tenTooMany}</Notice>
            </div>
          )}
          <p className="px-4 pb-3 text-xs text-faint">{texts.measured({ span: span(measuredSec * 1000) })}</p>
        </>
      )}
    </Panel>
  )
}
