import type { BusAnswer, BusRequest } from '../request.ts'

/** Units that are reached through servers elsewhere. */
export interface RemoteUnits {
  /** Returns undefined when no remote server has the unit. */
  transact(request: BusRequest): Promise<BusAnswer> | undefined
}
