import { createHash } from 'node:crypto'
import type { Queries } from '../../db/sql.ts'

/** Which time of an alert somebody says that they have seen. */
export interface Seen {
  orgId: number
  alertId: number
  episode: number
}

/** What a link stands for: an alert's activation, or all that a message about an outage tells of. */
export interface Linked extends Seen {
  /** Null: of one alert. */
  messageId: number | null
}

const validMs = 7 * 86_400_000

/** What is stored of a token: it leads nowhere back. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const addConfirmToken = async (
  tx: Queries,
  { orgId, alertId, episode, messageId }: Linked,
  token: string,
  now: Date,
): Promise<void> => {
  await tx`
    insert into confirm_token (token_hash, org_id, alert_id, episode, message_id, expires_on)
    values (${hashOf(token)}, ${orgId}, ${alertId}, ${episode}, ${messageId}, ${new Date(now.getTime() + validMs)})`
}

export interface KnownToken {
  isUsed: boolean
  /** Of the alert, as far as it is still there, or of the network that is out. */
  alertName: string | null
}

/** Looking changes nothing: programs that look through mails open every link. Undefined where the token is unknown or too old. */
export const findToken = async (sql: Queries, token: string, now: Date): Promise<KnownToken | undefined> => {
  const [row] = await sql<KnownToken[]>`
    select t.used_on is not null as "isUsed", coalesce(r.name, a.name, m.snapshot -> 'outage' ->> 'net') as "alertName"
    from confirm_token t
    left join message m on m.org_id = t.org_id and m.id = t.message_id
    left join alert_record r on r.org_id = t.org_id and r.alert_id = t.alert_id and r.episode = t.episode
    left join alert a on a.org_id = t.org_id and a.id = t.alert_id
    where t.token_hash = ${hashOf(token)} and t.expires_on > ${now}`
  return row
}

/** Uses the token up, if nobody has; of several at once there is one to whom it answers. */
export const useToken = async (sql: Queries, token: string, now: Date): Promise<Linked | undefined> => {
  const [row] = await sql<Linked[]>`
    update confirm_token set used_on = ${now}
    where token_hash = ${hashOf(token)} and used_on is null and expires_on > ${now}
    returning org_id as "orgId", alert_id as "alertId", episode, message_id as "messageId"`
  return row
}

/** For who could not be served after all. */
export const unuseToken = async (sql: Queries, token: string): Promise<void> => {
  await sql`update confirm_token set used_on = null where token_hash = ${hashOf(token)}`
}

export const sweepTokens = async (sql: Queries, now: Date): Promise<void> => {
  await sql`delete from confirm_token where expires_on <= ${now}`
}
