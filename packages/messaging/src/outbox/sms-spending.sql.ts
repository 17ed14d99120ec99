import type { Queries } from '@busbar/database'

export interface SmsRates {
  /** For one short message, as a decimal. */
  price: string
  /** A month, where the organization has set none. */
  limit: string
}

interface Booking {
  orgId: number
  /** How many short messages. */
  parts: number
  on: Date
}

/**
 * Counts the cost before anything is sent, in one statement that has the limit in it: however many send at once, it is not passed. Answers
 * the cost, or why there is to be no SMS.
 */
export const bookSms = async (
  tx: Queries,
  { orgId, parts, on }: Booking,
  { price, limit }: SmsRates,
): Promise<{ cost: string } | { reason: 'sms-off' | 'sms-disabled' | 'sms-limit' }> => {
  const [org] = await tx<{ isOff: boolean; isDisabled: boolean; limit: string; cost: string }[]>`
    select is_sms_off as "isOff", is_sms_disabled as "isDisabled", coalesce(sms_limit, ${limit}::numeric) as limit,
      ${parts}::int * ${price}::numeric as cost
    from org where id = ${orgId}`
  if (org === undefined || org.isOff) return { reason: 'sms-off' }
  if (org.isDisabled) return { reason: 'sms-disabled' }
  const [booked] = await tx`
    insert into sms_spending as spent (org_id, month, cost, count)
    select ${orgId}::bigint, ${monthOf(on)}::date, ${org.cost}::numeric, ${parts}::int
    where ${org.cost}::numeric <= ${org.limit}::numeric
    on conflict (org_id, month) do update set cost = spent.cost + excluded.cost, count = spent.count + excluded.count
    where spent.cost + excluded.cost <= ${org.limit}::numeric
    returning org_id`
  return booked === undefined ? { reason: 'sms-limit' } : { cost: org.cost }
}

/** For what was surely not sent. */
export const giveBackSms = async (tx: Queries, { orgId, parts, on }: Booking, cost: string): Promise<void> => {
  await tx`
    update sms_spending set cost = cost - ${cost}::numeric, count = count - ${parts}::int
    where org_id = ${orgId} and month = ${monthOf(on)}::date`
}

/** Returns the counted cost of that day's month, and its limit. */
export const smsSpent = async (
  sql: Queries,
  orgId: number,
  { limit }: Pick<SmsRates, 'limit'>,
  on: Date,
): Promise<{ cost: string; count: number; limit: string }> => {
  const [spent] = await sql<[{ cost: string; count: number; limit: string }]>`
    select coalesce(s.cost, 0)::numeric as cost, coalesce(s.count, 0)::int as count,
      coalesce(o.sms_limit, ${limit}::numeric) as limit
    from org o left join sms_spending s on s.org_id = o.id and s.month = ${monthOf(on)}::date
    where o.id = ${orgId}`
  return spent
}

/** First day of the month, in UTC. */
const monthOf = (on: Date): string => `${on.toISOString().slice(0, 7)}-01`
