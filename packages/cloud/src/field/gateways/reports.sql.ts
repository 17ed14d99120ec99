import type { Queries } from '@busbar/database'
import type { GatewayReport } from './report.ts'

/** A gateway that is bound to a network, and what it last told. */
export interface KnownGateway {
  id: number
  mac: string
  netId: number
  seenOn: Date | null
  vpnIp: string | null
  /** Port of its API in the VPN; null if it is not in the VPN or was not reachable recently. */
  apiPort: number | null
  askedOn: Date | null
  problem: string | null
  toldOn: Date | null
  toldBy: 'vpn' | 'call-back' | null
  clockOffSec: number | null
  report: GatewayReport | null
}

const aliveMs = 180_000

export const gatewayOfNet = (sql: Queries, netId: number, now: Date) => sql<KnownGateway[]>`
  select g.id::int8 as id, g.mac::text as mac, g.net_id as "netId", g.seen_on as "seenOn", g.vpn_ip as "vpnIp",
         p.api_port as "apiPort", r.asked_on as "askedOn", r.problem, r.told_on as "toldOn", r.told_by as "toldBy",
         r.clock_off_sec as "clockOffSec", r.report
  from gateway g
  left join vpn_peer p on p.gateway_id = g.id and p.last_handshake_on > ${new Date(now.getTime() - aliveMs)}
  left join gateway_report r on r.gateway_id = g.id
  where g.net_id = ${netId}`

/** Networks with a gateway. */
export const netsWithGateway = (sql: Queries) => sql<{ netId: number }[]>`
  select net_id as "netId" from gateway where net_id is not null order by net_id`

export interface ReceivedReport {
  on: Date
  by: 'vpn' | 'call-back'
  clockOffSec: number | null
  report: GatewayReport
}

export const recordReport = (sql: Queries, gatewayId: number, { on, by, clockOffSec, report }: ReceivedReport) => sql`
  insert into gateway_report (gateway_id, asked_on, problem, told_on, told_by, clock_off_sec, report)
  values (${gatewayId}, ${on}, null, ${on}, ${by}, ${clockOffSec}, ${JSON.stringify(report)}::jsonb)
  on conflict (gateway_id) do update set asked_on = excluded.asked_on, problem = null, told_on = excluded.told_on,
    told_by = excluded.told_by, clock_off_sec = excluded.clock_off_sec, report = excluded.report`

/** Records a failure; the last report keeps its own time. */
export const recordFailure = (sql: Queries, gatewayId: number, on: Date, problem: string) => sql`
  insert into gateway_report (gateway_id, asked_on, problem) values (${gatewayId}, ${on}, ${problem})
  on conflict (gateway_id) do update set asked_on = excluded.asked_on, problem = excluded.problem`
