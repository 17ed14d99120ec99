import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../accounts/access/too-many-requests.ts'
import type { Handlers } from '../accounts/call.ts'
import { viewersMax } from '../field/diagnosis/diagnosis.ts'
import { linkSettings, polledDevices } from '../history/links/links.sql.ts'
import { netStatesOf } from '../history/links/net-states-of.ts'
import { isStillAllowed } from '../history/values/still-allowed.ts'
import type { diagnosis } from './diagnosis.contract.ts'
import type { CommandNeeds } from './needs.ts'
import { shownDiagnosis } from './shown.rules.ts'

/** When the viewer may have left. */
const fullWaitMs = 10_000

export const diagnosisHandlers: Handlers<typeof diagnosis, CommandNeeds> = {
  get: async (call, { netId }) => {
    const { db, orgId, field, diagnosis: localDiagnosis, now } = call
    const settings = await linkSettings(db.sql, orgId, netId)
    if (settings === undefined) throw new Refusal('ObjectNotFound')
    const devices = await polledDevices(db.sql, orgId, netId)
    const nowMs = now().getTime()
    const states = await netStatesOf(call, [netId])
    const counted = (await call.remoteNets?.counted(netId, nowMs)) ?? localDiagnosis.figures(netId, nowMs)
    return shownDiagnosis({
      nowMs,
      ...counted,
      isConnected: states.status(netId)?.isConnected ?? false,
      timeoutMs: settings.timeoutMs,
      depth: field.link(netId)?.net.protocol === 'modbustcp' ? settings.exchangeDepth : 1,
      devices,
    })
  },

  exchanges: (call, { netId }) => {
    const { lastEventId, orgId } = call
    const isAllowed = () => isStillAllowed(call, orgId)
    const stream = call.diagnosis.exchanges.open(netId, { lastEventId, isAllowed })
    if (stream === null) throw tooManyRequests(fullWaitMs, `${viewersMax} look at the network already; close one`)
    return stream
  },
}
