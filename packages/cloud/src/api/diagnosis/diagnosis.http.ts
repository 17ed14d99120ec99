import { type Handlers, Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../../access/too-many-requests.ts'
import { lookersMax } from '../../diagnosis/diagnosis.ts'
import { slotOf } from '../../diagnosis/figures/unit-day.ts'
import type { Call } from '../../service.ts'
import { linkSettings, polledDevices } from '../readings/links/links.sql.ts'
import { isStillAllowed } from '../readings/live/still-allowed.ts'
import type { diagnosis } from './diagnosis.contract.ts'
import { shownDiagnosis } from './shown.rules.ts'

/** When somebody may have stopped looking. */
const fullWaitMs = 10_000

export const diagnosisHandlers: Handlers<typeof diagnosis, Call> = {
  get: async ({ db, orgId, field, diagnosis: { book, startedMs }, now }, { netId }) => {
    const settings = await linkSettings(db.sql, orgId, netId)
    if (settings === undefined) throw new Refusal('ObjectNotFound')
    const devices = await polledDevices(db.sql, orgId, netId)
    const nowMs = now().getTime()
    const link = field.link(netId)
    const day = book.day(netId, slotOf(nowMs))
    return shownDiagnosis({
      nowMs,
      startedMs,
      isConnected: link?.status().isConnected ?? false,
      timeoutMs: settings.timeoutMs,
      depth: link?.net.protocol === 'modbustcp' ? settings.exchangeDepth : 1,
      devices,
      day,
      silences: new Map([...day.keys()].map((unit) => [unit, book.silence(netId, unit)])),
    })
  },

  exchanges: (call, { netId }) => {
    const { lastEventId, orgId } = call
    const isAllowed = () => isStillAllowed(call, orgId)
    const stream = call.diagnosis.exchanges.open(netId, { lastEventId, isAllowed })
    if (stream === null) throw tooManyRequests(fullWaitMs, `${lookersMax} look at the network already; close one`)
    return stream
  },
}
