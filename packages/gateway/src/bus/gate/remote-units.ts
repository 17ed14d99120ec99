import type { BusAnswer, BusRequest } from '../request.ts'

/** Units that are reached through servers elsewhere. */
export interface RemoteUnits {
  /** Nothing where none of them has the unit. */
  transact(request: BusRequest): Promise<BusAnswer> | undefined
}
