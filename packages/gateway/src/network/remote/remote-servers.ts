import type { Lifecycle } from '../../base/lifecycle.ts'
import type { RemoteUnits } from '../../bus/gate/remote-units.ts'
import { unitsOf } from '../../bus/gate/uid-range.rules.ts'
import type { BusAnswer, BusRequest } from '../../bus/request.ts'
import { type RemoteParts, RemoteServer } from './remote-server.ts'
import type { RemoteStatus } from './remote-status.ts'
import { isInUse, type RemoteRow } from './settings.ts'

/** Row whose server has a unit, with the unit ID there. */
interface Route {
  readonly row: number
  readonly unit: number
}

type RoutedRow = Pick<RemoteRow, 'ip' | 'connMode' | 'uidRange' | 'virtualUids'>

/** Routes by local unit ID. The first of two rows with the same unit wins; unused rows have none. */
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

export interface RemoteServersParts extends RemoteParts {
  readonly settings: readonly RemoteRow[]
}

/** Setting `rmSrv`: remote Modbus servers, whose units are reached like local ones. */
export class RemoteServers implements RemoteUnits, Lifecycle<readonly RemoteRow[], readonly RemoteStatus[]> {
  readonly #servers: readonly RemoteServer[]
  #routes: ReturnType<typeof routesOf>

  constructor({ settings, ...parts }: RemoteServersParts) {
    this.#servers = settings.map((row) => new RemoteServer(row, parts))
    this.#routes = routesOf(settings)
  }

  async start(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.start()))
  }

  async apply(rows: readonly RemoteRow[]): Promise<void> {
    this.#routes = routesOf(rows)
    await Promise.all(rows.flatMap((row, at) => this.#servers[at]?.apply(row) ?? []))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()))
  }

  status(): readonly RemoteStatus[] {
    return this.#servers.map((server) => server.status())
  }

  transact(request: BusRequest): Promise<BusAnswer> | undefined {
    const route = this.#routes.get(request.unit)
    return route && this.#servers[route.row]?.transact({ ...request, unit: route.unit })
  }
}
