import type { Queries } from '@busbar/database'

/** Networks that devices may be put into. */
export const orgNets = (sql: Queries, orgId: number): Promise<{ id: number; name: string }[]> => sql<
  { id: number; name: string }[]
>`
  select id, name from net where org_id = ${orgId} order by name, id limit 2000`
