import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useAmount } from '../figures/use-amount.ts'
import { useDates } from '../figures/use-dates.ts'
import { type AsideEnergy, sensorName, type Tree } from '../figures.ts'
import { RawReadings } from './raw-readings.tsx'

interface SetAsideListProps {
  tree: Tree
  setAside: readonly AsideEnergy[]
}

const shownFirst = 4

/** What counters showed and was not counted with: when, of what, why, and the readings themselves. */
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
