import type { Queries } from '../../db/sql.ts'
import type { MessageType } from './message.ts'

/**
 * People made an alert critical while messages about it wait: so are those from now on, and what waits in a digest or in a message about an
 * outage waits there no longer. What another node is sending is left to it.
 */
export const releaseCritical = async (tx: Queries, type: MessageType): Promise<void> => {
  await tx`
    update message set state = 'waiting', reason = null, snapshot = snapshot || '{"logAs": "critical"}'
    where (org_id, id) in (
      select m.org_id, m.id from message m
      join alert a on a.org_id = m.org_id and a.id = m.alert_id and a.log_as = 'critical'
      join message c on c.org_id = m.org_id and c.id = nullif(regexp_replace(m.reason, '[^0-9]', '', 'g'), '')::bigint
      where m.state = 'digested' and m.sent_on is null and m.type = ${type} and m.reason like 'digest: %'
        and m.snapshot ->> 'logAs' is distinct from 'critical' and c.alert_id = 0 and c.state = 'waiting'
      for update of m, c skip locked)`
  await tx`
    update message set snapshot = snapshot || '{"logAs": "critical"}'
    where (org_id, id) in (
      select m.org_id, m.id from message m
      join alert a on a.org_id = m.org_id and a.id = m.alert_id and a.log_as = 'critical'
      where m.state = 'waiting' and m.type = ${type} and m.snapshot ->> 'logAs' is distinct from 'critical'
      for update of m skip locked)`
}
