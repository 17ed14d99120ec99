import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useDates } from '../figures/use-dates.ts'
import { type AsideEnergy, sensorName, type Tree } from '../figures.ts'
import { Corrections } from './corrections.tsx'

interface RawReadingsProps {
  tree: Tree
  aside: AsideEnergy
  onClose: () => void
}

const aroundMs = 1_800_000
const rowsMax = 200

/** What was read around a step, as it was recorded. */
export const RawReadings = ({ tree, aside, onClose }: RawReadingsProps): ReactNode => {
  const { energy } = useTexts()
  const { number } = useFormat()
  const dates = useDates(tree.timeZone)
  const { paramId, on, till, reason } = aside
  const [first, last] = [Date.parse(on), Date.parse(till)]
  const readings = useQuery(
    apiQuery('readings', 'get', {
      paramId,
      from: new Date(first - aroundMs),
      till: new Date(Math.min(last, first + aroundMs) + aroundMs),
      pointsLimit: 1000,
    }),
  )
  const isAside = (time: string): boolean => Date.parse(time) >= first && Date.parse(time) <= last
  return (
    <Dialog title={sensorName(tree, paramId)} isOpen onClose={onClose}>
      <p>{energy.asideReasons[reason]}</p>
      <p className="mt-1 text-quiet">
        {energy.rawHelp}{' '}
        <Link to="/params/$id" params={{ id: paramId }} className="text-accent underline underline-offset-3">
          {energy.wholeHistory}
        </Link>
      </p>
      <Loaded query={readings}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="mt-3 text-unknown-text">{energy.rawGone}</p>
          ) : (
            <table className="mt-3 w-full text-sm" aria-label={energy.rawReadings}>
              <thead>
                <tr className="border-y border-line bg-sunken text-xs text-faint">
                  <th scope="col" className="px-2 py-1.5 text-left font-medium">
                    {energy.when}
                  </th>
                  <th scope="col" className="px-2 py-1.5 text-right font-medium">
                    {energy.shownByMeter}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.slice(-rowsMax).map(([time, value]) => (
                  <tr
                    key={time}
                    className={`border-b border-line ${isAside(time) ? 'bg-warning-soft font-medium' : ''}`}
                  >
                    <td className="px-2 py-1">{dates.exact(Date.parse(time))}</td>
                    <td className="px-2 py-1 text-right">
                      {number(value)}
                      {isAside(time) && <span className="sr-only">{` (${energy.asideHere})`}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      <Corrections paramId={paramId} zone={tree.timeZone} aside={aside} />
    </Dialog>
  )
}
