import { unitsOf } from '../gate/uid-range.rules.ts'
import { isInUse, type RemoteRow } from './settings.ts'

/** The row whose server has a unit, and the number that the unit has there. */
export interface Route {
  readonly row: number
  readonly unit: number
}

type RoutedRow = Pick<RemoteRow, 'ip' | 'connMode' | 'uidRange' | 'virtualUids'>

/** Every unit's way, by its number here. Of two rows that have a unit, the first has it; a row that is not in use has none. */
export const routesOf = (rows: readonly RoutedRow[]): ReadonlyMap<number, Route> => {
  const routes = new Map<number, Route>()
  for (const [row, { ip, connMode, uidRange, virtualUids }] of rows.entries()) {
    if (!isInUse({ ip, connMode })) continue
    const { from, to } = unitsOf(uidRange)
    for (let unit = from; unit <= to; unit += 1) {
      if (!routes.has(unit)) routes.set(unit, { row, unit: virtualUids ? unit - from + 1 : unit })
    }
  }
  return routes
}
