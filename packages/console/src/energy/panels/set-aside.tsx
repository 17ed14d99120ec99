import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useAmount, useDates } from '../figures/energy-format.ts'
import { type AsideEnergy, sensorName, type Tree } from '../figures.ts'
import { Corrections } from './corrections.tsx'

interface SetAsideListProps {
  tree: Tree
  setAside: readonly AsideEnergy[]
}

const shownFirst = 4

/** Quarantined counter steps with time, meter, reason and readings. */
export const SetAsideList = ({ tree, setAside }: SetAsideListProps): ReactNode => {
  const { energy } = useTexts()
  const [isAll, setIsAll] = useState(false)
  const [looked, setLooked] = useState<AsideEnergy | null>(null)
  if (setAside.length === 0) return null
  const isLoss = setAside.some(({ reason }) => reason !== 'spike' && reason !== 'invalid')
  const shown = isAll ? setAside : setAside.slice(0, shownFirst)
  return (
    <Notice tone={isLoss ? 'warning' : 'info'}>
      <p className="font-semibold">{energy.setAsideTitle({ count: setAside.length })}</p>
      <ul className="mt-1.5 flex flex-col gap-1">
        {shown.map((one) => (
          <AsideRow key={`${one.paramId} ${one.on}`} tree={tree} aside={one} onLook={() => setLooked(one)} />
        ))}
      </ul>
      {setAside.length > shownFirst && (
        <Button className="mt-2" onClick={() => setIsAll(!isAll)}>
          {isAll ? energy.showFewer : energy.showAll({ count: setAside.length })}
        </Button>
      )}
      {looked !== null && <RawReadings tree={tree} aside={looked} onClose={() => setLooked(null)} />}
    </Notice>
  )
}

const AsideRow = ({ tree, aside, onLook }: { tree: Tree; aside: AsideEnergy; onLook: () => void }): ReactNode => {
  const { energy } = useTexts()
  const { amount } = useAmount()
  const dates = useDates(tree.timeZone)
  const { paramId, on, from, to, reason } = aside
  return (
    <li className="grid gap-x-4 md:grid-cols-[8.5rem_minmax(0,1fr)]">
      <time dateTime={on} className="text-quiet">
        {dates.moment(Date.parse(on))}
      </time>
      <span>
        <button
          type="button"
          className="font-medium text-accent underline-offset-3 hover:underline"
          onClick={onLook}
          aria-label={energy.lookAt({ name: sensorName(tree, paramId) })}
        >
          {sensorName(tree, paramId)}
        </button>
        {`: ${amount(from)} → ${amount(to)} — ${energy.asideReasons[reason]}`}
      </span>
    </li>
  )
}

interface RawReadingsProps {
  tree: Tree
  aside: AsideEnergy
  onClose: () => void
}

const aroundMs = 1_800_000
const rowsMax = 200

/** Recorded readings around a step. */
const RawReadings = ({ tree, aside, onClose }: RawReadingsProps): ReactNode => {
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
