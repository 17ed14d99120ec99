import type { Queries } from '@busbar/database'
import type { Tariff } from './tariffs.contract.ts'

export const tariffOf = async (sql: Queries, orgId: number, treeId: string): Promise<Tariff | null> => {
  const [row] = await sql<{ tariff: Tariff | null }[]>`
    select tariff from sense_tree where org_id = ${orgId} and id = ${treeId}`
  return row?.tariff ?? null
}

export const setTariff = async (tx: Queries, orgId: number, treeId: string, tariff: Tariff | null): Promise<void> => {
  await tx`
    update sense_tree set tariff = ${tariff === null ? null : tx.json(tariff)} where org_id = ${orgId} and id = ${treeId}`
}
