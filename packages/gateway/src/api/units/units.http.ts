import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { cellMs } from '../../bus/day-statistics.ts'
import { readDeviceIdentity } from '../../identify/device-identity.ts'
import { onDisk } from '../on-disk.ts'
import type { units } from './units.contract.ts'

const neverAsked = { answeredMs: undefined, tookMs: undefined, failedInRow: 0, cells: [], disturbance: undefined }

export const unitsHandlers: Handlers<typeof units, Call> = {
  list({ bus, unitNames, clock, deviceClock }) {
    const unitStatistics = new Map(bus.day.units().map((one) => [one.unit, one]))
    const all = [...new Set([...unitStatistics.keys(), ...unitNames.units])].toSorted((a, b) => a - b)
    const whenWas = (ms: number): string => new Date(deviceClock.now().getTime() - (clock.now() - ms)).toISOString()
    return {
      cellSec: cellMs / 1000,
      units: all.map((uid) => {
        const { answeredMs, tookMs, failedInRow, cells, disturbance } = unitStatistics.get(uid) ?? neverAsked
        return {
          uid,
          name: unitNames.of(uid),
          answeredOn: answeredMs === undefined ? null : whenWas(answeredMs),
          ms: tookMs === undefined ? null : Math.round(tookMs * 10) / 10,
          failedInRow,
          disturbance:
            disturbance === undefined
              ? null
              : { cause: disturbance.cause, count: disturbance.count, lastOn: whenWas(disturbance.lastMs) },
          strip: cells.map((cell) => cell && ([...cell] as [number, number, number, number])),
        }
      }),
    }
  },

  identify: ({ gate, requester, clock }, { uid }) =>
    readDeviceIdentity((pdu) => gate.ask({ ...requester, usesStandardCodes: true }, uid, pdu), clock),

  async name({ unitNames }, { uid, name }) {
    await onDisk(() => unitNames.set(uid, name.trim()))
    return {}
  },
}
