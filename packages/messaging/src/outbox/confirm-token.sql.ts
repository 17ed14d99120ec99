import { createHash } from 'node:crypto'
import type { Queries } from '@busbar/database'

/** The occurrence of an alert that was seen. */
export interface SeenOccurrence {
  orgId: number
  alertId: number
  episode: number
  /** How many additions of it they know of; all unless said. */
  additions?: number | undefined
}

/** Target of a link: an alert event, or all events in a message about an outage. */
export interface ConfirmTarget extends SeenOccurrence {
  /** Null: of one alert. */
  messageId: number | null
}

const validMs = 7 * 86_400_000

/** The stored hash of a token, from which the token cannot be recovered. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const addConfirmToken = async (
  tx: Queries,
  { orgId, alertId, episode, messageId, confirmedBy }: ConfirmTarget & { confirmedBy: string },
  token: string,
  now: Date,
): Promise<void> => {
  await tx`
    insert into confirm_token (token_hash, org_id, alert_id, episode, message_id, confirmed_by, expires_on)
    values (${hashOf(token)}, ${orgId}, ${alertId}, ${episode}, ${messageId}, ${confirmedBy}, ${new Date(now.getTime() + validMs)})`
}

export interface KnownToken extends ConfirmTarget {
  /** Name of the unreachable network; null for a link about one alert. */
  outage: string | null
  /** User or channel that acknowledges by this link. */
  confirmedBy: string
}

/** Looking changes nothing: programs that look through mails open every link. Undefined where the token is unknown or too old. */
export const findToken = async (sql: Queries, token: string, now: Date): Promise<KnownToken | undefined> => {
  const [row] = await sql<KnownToken[]>`
    select t.org_id as "orgId", t.alert_id as "alertId", t.episode, t.message_id as "messageId",
      t.confirmed_by as "confirmedBy",
      m.snapshot -> 'outage' ->> 'net' as outage
    from confirm_token t
    left join message m on m.org_id = t.org_id and m.id = t.message_id
    where t.token_hash = ${hashOf(token)} and t.expires_on > ${now}`
  return row
}

/**
 * Marks the token as used for an alert event: its own or a later one, which it refers to afterwards. It can be used
 * again for the same event after an addition. Of several concurrent uses, one returns true.
 */
export const useToken = async (
  sql: Queries,
  token: string,
  { episode, additions = 0 }: Pick<SeenOccurrence, 'episode' | 'additions'>,
  now: Date,
): Promise<boolean> => {
  const [row] = await sql`
    update confirm_token set used_on = ${now}, episode = ${episode}, additions = ${additions}
    where token_hash = ${hashOf(token)} and expires_on > ${now}
      and (episode < ${episode} or (episode = ${episode} and (used_on is null or additions < ${additions})))
    returning org_id`
  return row !== undefined
}

/** For who could not be served after all. */
export const releaseToken = async (sql: Queries, token: string): Promise<void> => {
  await sql`update confirm_token set used_on = null where token_hash = ${hashOf(token)}`
}

export const sweepTokens = async (sql: Queries, now: Date): Promise<void> => {
  await sql`delete from confirm_token where expires_on <= ${now}`
}
