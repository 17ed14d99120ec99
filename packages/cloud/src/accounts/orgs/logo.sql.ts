import type { Queries } from '@busbar/database'

export interface Logo {
  type: 'image/svg+xml' | 'image/png'
  bytes: Buffer
}

export const logoOf = async (sql: Queries, orgId: number): Promise<Logo | null> => {
  const [row] = await sql<Logo[]>`select type, bytes from org_logo where org_id = ${orgId}`
  return row ?? null
}

export const putLogo = async (tx: Queries, orgId: number, logo: Logo | null): Promise<void> => {
  if (logo === null) await tx`delete from org_logo where org_id = ${orgId}`
  else {
    await tx`
      insert into org_logo (org_id, type, bytes) values (${orgId}, ${logo.type}, ${logo.bytes})
      on conflict (org_id) do update set type = excluded.type, bytes = excluded.bytes`
  }
}
