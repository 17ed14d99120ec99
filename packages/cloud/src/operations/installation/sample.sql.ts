import type { Queries } from '@busbar/database'
import type { SampleSite } from './sample-plant.ts'

/** Null where there is none. */
export const sampleOrg = async (sql: Queries): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from org where is_sample`
  return row?.id ?? null
}

/** Its sites are at other ports after a start. */
export const moveSampleNets = async (sql: Queries, orgId: number, sites: readonly SampleSite[]): Promise<void> => {
  for (const { slug, host, port } of sites)
    await sql`update net set ip = ${host}, port = ${port} where org_id = ${orgId} and slug = ${slug}`
}

export const markSample = async (tx: Queries, orgId: number): Promise<void> => {
  await tx`update org set is_sample = true where id = ${orgId}`
}

export const deleteSample = async (tx: Queries): Promise<void> => {
  await tx`delete from org where is_sample`
}
