import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../api/api.ts'
import { hrefOf, useAddress } from '../../state/place.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Card, Failure, Waiting } from '../../ui/parts.tsx'
import { IdentityCard } from './identity-card.tsx'
import { LineCard } from './line-card.tsx'
import { Registers } from './registers.tsx'
import { SearchCard } from './search-card.tsx'
import { UnitCard } from './unit-card.tsx'
import { UnitRow } from './unit-row.tsx'

/** Units: found, named, read and written. */
export const UnitsPage = (): ReactNode => {
  const { units } = useTexts()
  const { rest } = useAddress()
  const { data, error, again } = usePoll(() => call('units.list'), 5000)
  const [unitId] = rest
  // Without one, none is chosen.
  const uid = unitId === undefined ? 0 : Number(unitId)
  const unit = data?.units.find((one) => one.uid === uid)
  const chosen = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  // On a phone it is below the list, out of sight.
  useEffect(() => {
    if (uid > 0 && isThere) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [uid, isThere])
  return (
    <main className="columns">
      <div className="w5 stack">
        <SearchCard onFound={again} />
        <Card title={units.known} aside={units.lastDay}>
          {data === undefined ? (
            error === null ? (
              <Waiting />
            ) : (
              <Failure error={error} />
            )
          ) : data.units.length === 0 ? (
            <p className="quiet">{units.none}</p>
          ) : (
            <ul className="list">
              {data.units.map((one) => (
                <UnitRow key={one.uid} unit={one} />
              ))}
            </ul>
          )}
        </Card>
      </div>
      <div className="w7 stack" ref={chosen}>
        {uid >= 1 && uid <= 255 ? (
          <>
            <UnitCard key={`unit ${uid}`} uid={uid} name={unit?.name ?? null} onChanged={again} />
            <IdentityCard key={`identity ${uid}`} uid={uid} />
            <Registers key={uid} uid={uid} />
            <LineCard key={`line ${uid} ${unit?.name ?? ''}`} uid={uid} name={unit?.name ?? null} onChanged={again} />
          </>
        ) : (
          <Card title={units.choose}>
            <p className="quiet">{units.chooseHint}</p>
            <p>
              <a href={hrefOf('units/1')}>1</a>
            </p>
          </Card>
        )}
      </div>
    </main>
  )
}
