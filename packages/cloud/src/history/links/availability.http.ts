import { at } from '@busbar/kit'
import type { Handlers } from '../../accounts/call.ts'
import type { HistoryCall, HistoryNeeds } from '../needs.ts'
import { type availability, devicesMax } from './availability.contract.ts'
import {
  shareOfTally,
  sharesOf,
  shownTally,
  type Tally,
  type TimeSteps,
  tallyOf,
  tallySum,
} from './availability.rules.ts'
import { type CountedDevice, countedDevices } from './availability.sql.ts'

export const availabilityHandlers: Handlers<typeof availability, HistoryNeeds> = {
  net: async (call, { netId, ...query }) => {
    const steps = stepsOf(call, query)
    const { count } = steps
    const devices = await countedDevices(call.db.reading.sql, call.orgId, { netId }, devicesMax)
    const tallies = await talliesOf(call, devices, steps)
    return {
      ...shownTally(tallySum(tallies, count), steps),
      devices: devices.map(({ deviceId, name }, index) => {
        const tally = at(tallies, index)
        return { deviceId, name, share: shareOfTally(tally), shares: sharesOf(tally) }
      }),
    }
  },

  device: async (call, { deviceId, ...query }) => {
    const steps = stepsOf(call, query)
    const devices = await countedDevices(call.db.reading.sql, call.orgId, { deviceId }, 1)
    const [tally = emptyTally(steps.count)] = await talliesOf(call, devices, steps)
    return shownTally(tally, steps)
  },
}

const dayMs = 86_400_000

const stepsOf = (
  { now }: HistoryNeeds,
  { till = now(), days, steps }: { till?: Date | undefined; days: number; steps: number },
): TimeSteps => ({
  from: till.getTime() - days * dayMs,
  till: till.getTime(),
  count: steps,
})

const emptyTally = (count: number): Tally => tallySum([], count)

const talliesOf = async (
  { history, orgId }: HistoryCall<'member'>,
  devices: readonly CountedDevice[],
  steps: TimeSteps,
): Promise<Tally[]> => {
  const paramIds = devices.flatMap(({ paramId }) => (paramId === null ? [] : [paramId]))
  const counts = await history.counts(orgId, paramIds, steps.from, steps.till, steps.count)
  const byParam = new Map(paramIds.map((id, index) => [id, at(counts, index)]))
  return devices.map(({ paramId }) => {
    const found = paramId === null ? undefined : byParam.get(paramId)
    return found === undefined ? emptyTally(steps.count) : tallyOf(found.read, found.gaps, steps)
  })
}
