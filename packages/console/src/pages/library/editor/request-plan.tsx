import type { ReactNode } from 'react'
import { requestsFor } from '../../../register-map/read-plan.rules.ts'
import type { ParamTemplate } from '../../../register-map/variants.rules.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Panel } from '../../../ui/layout/page.tsx'

export interface RequestPlanProps {
  params: ReadonlyMap<number, ParamTemplate>
  readGroupSize: number
}

const shownMax = 40

/** The requests of one round: what is recorded, put together as far as the device lets. */
export const RequestPlan = ({ params, readGroupSize }: RequestPlanProps): ReactNode => {
  const { library } = useTexts()
  const recorded = new Map([...params].filter(([, { isTracked }]) => isTracked !== false))
  const groups = requestsFor(recorded, readGroupSize)
  return (
    <Panel
      title={library.howRead}
      aside={<span className="text-sm text-quiet">{library.requests(groups.length)}</span>}
    >
      <ul aria-label={library.howRead} className="flex flex-wrap gap-1.5 px-4 pb-4 font-mono text-xs">
        {groups.slice(0, shownMax).map(({ kind, address, count }) => (
          <li key={`${kind} ${address}`} className="rounded-mark bg-selected px-1.5 py-0.5 text-accent">
            {kind} {address}
            {count > 1 && `–${address + count - 1}`}
          </li>
        ))}
        {groups.length > shownMax && <li className="px-1.5 py-0.5 text-quiet">…</li>}
      </ul>
    </Panel>
  )
}
