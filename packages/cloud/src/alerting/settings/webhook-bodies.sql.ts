import type { Queries } from '@busbar/database'

export const webhookBodiesOf = (sql: Queries, orgId: number) => sql<{ address: string; body: string }[]>`
  select address, body from webhook_body where org_id = ${orgId} order by address`

/** Null: the usual one. */
export const putWebhookBody = async (
  tx: Queries,
  orgId: number,
  { address, body }: { address: string; body: string | null },
  on: Date,
): Promise<void> => {
  if (body === null) await tx`delete from webhook_body where org_id = ${orgId} and address = ${address}`
  else
    await tx`
      insert into webhook_body (org_id, address, body, changed_on) values (${orgId}, ${address}, ${body}, ${on})
      on conflict (org_id, address) do update set body = excluded.body, changed_on = excluded.changed_on`
}
