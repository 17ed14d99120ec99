import { DatabaseProblem } from '../problem.ts'
import type { Queries, Sql } from '../sql.ts'
import { distributedTables, distributionColumn } from './tables.ts'

/** A step of the distribution: its description for operators and its statement. */
export interface DistributeStep {
  what: string
  text: string
}

interface ClusterFacts {
  hasCitus: boolean
  workers: number
  /** Tables that are already distributed. */
  done: string[]
  references: { table: string; name: string }[]
  /** Four-byte columns that must become eight-byte ones: `table.column`. */
  narrow: string[]
}

/**
 * Plans the steps that distribute the tables of readings over the Citus workers; none if they already are. No foreign
 * key can lead from a worker to the coordinator, where devices and parameters stay, so triggers delete dependent rows
 * afterwards.
 */
export const planDistribution = async (sql: Queries): Promise<DistributeStep[]> => {
  const { hasCitus, workers, done, references, narrow } = await factsOf(sql)
  if (!hasCitus) {
    throw new DatabaseProblem(
      'The database lacks the extension Citus: install it on the coordinator and every worker, and add the workers (docs/how-to/nodes.md).',
    )
  }
  if (workers === 0) {
    throw new DatabaseProblem(
      "Citus knows no worker: call citus_set_coordinator_host('HOST') and citus_add_node('HOST', 5432) for each first.",
    )
  }
  const missing = distributedTables.filter((table) => !done.includes(table))
  if (missing.length === 0) return []
  if (done.length > 0) {
    throw new DatabaseProblem(
      `Only some tables of readings are distributed (${done.join(', ')}), which Busbar did not do.`,
    )
  }
  const [first, ...others] = distributedTables
  return [
    ...references.map(({ table, name }) => ({
      what: `${table}: drop its reference to the coordinator's tables (${name})`,
      text: `alter table ${table} drop constraint ${name}`,
    })),
    ...narrow.map((columnName) => {
      const [table, column] = columnName.split('.')
      return { what: `${columnName}: eight bytes`, text: `alter table ${table} alter column ${column} type bigint` }
    }),
    { what: 'change shards one after another', text: "set local citus.multi_shard_modify_mode to 'sequential'" },
    { what: `${first}: distribute by organization`, text: spread(first, 'none') },
    ...others.map((table) => ({ what: `${table}: distribute with it`, text: spread(table, first) })),
    {
      what: 'apply the following steps only to the coordinator',
      text: 'set local citus.enable_ddl_propagation to off',
    },
    ...triggers.map((text) => ({ what: 'delete readings with their device and parameter', text })),
  ]
}

/** Plans the deletion of rows on the coordinator that are now on the workers. */
export const planCleaning = (): DistributeStep[] =>
  distributedTables.map((table) => ({
    what: `${table}: delete its rows on the coordinator`,
    text: `select truncate_local_data_after_distributing_table('${table}')`,
  }))

/** Runs all steps or none. The cleaning follows, because it cannot be undone. */
export const distribute = async (sql: Sql, onStep: (step: DistributeStep) => void): Promise<boolean> => {
  const steps = await planDistribution(sql)
  if (steps.length === 0) return false
  const run = async (on: Queries, step: DistributeStep): Promise<void> => {
    onStep(step)
    await on.unsafe(step.text)
  }
  await sql.begin(async (tx) => {
    for (const step of steps) await run(tx, step)
  })
  for (const step of planCleaning()) await run(sql, step)
  return true
}

/** Returns whether readings are distributed over workers. */
export const isDistributed = async (sql: Queries): Promise<boolean> => {
  const [found] = await sql<[{ hasCitus: boolean }]>`select to_regclass('pg_dist_partition') is not null as "hasCitus"`
  if (!found.hasCitus) return false
  const rows = await sql`select from pg_dist_partition where logicalrelid = ${distributedTables[0]}::regclass`
  return rows.length > 0
}

const spread = (table: string, colocated: string): string =>
  `select create_distributed_table('${table}', '${distributionColumn}', colocate_with => '${colocated}')`

const factsOf = async (sql: Queries): Promise<ClusterFacts> => {
  const tables = [...distributedTables]
  const [found] = await sql<[{ hasCitus: boolean }]>`
    select exists (select from pg_extension where extname = 'citus') as "hasCitus"`
  const references = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conrelid = any(${tables}::regclass[]) order by 1, 2`
  const narrow = await sql<{ place: string }[]>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = current_schema() and table_name = any(${tables}) and data_type = 'integer'
      and (column_name = ${distributionColumn} or is_identity = 'YES') order by 1`
  const facts = { references, narrow: narrow.map(({ place }) => place) }
  if (!found.hasCitus) return { hasCitus: false, workers: 0, done: [], ...facts }
  const [workers] = await sql<[{ count: number }]>`
    select count(*) as count from pg_dist_node where groupid <> 0 and isactive and shouldhaveshards`
  const done = await sql<{ name: string }[]>`
    select logicalrelid::text as name from pg_dist_partition where logicalrelid = any(${tables}::regclass[])`
  return { hasCitus: true, workers: workers.count, done: done.map(({ name }) => name), ...facts }
}

/** Trigger for deletions in a table of the coordinator; rows of one organization are deleted at once. */
const trigger = (owner: string, column: string, tables: readonly string[]): string[] => [
  `create function ${owner}_readings_gone() returns trigger language plpgsql as $$
declare gone record;
begin
  for gone in select org_id, array_agg(id) as ids from gone_rows group by org_id loop
${tables.map((table) => `    delete from ${table} where org_id = gone.org_id and ${column} = any(gone.ids);`).join('\n')}
  end loop;
  return null;
end $$`,
  `create trigger ${owner}_readings_gone after delete on ${owner} referencing old table as gone_rows
for each statement execute function ${owner}_readings_gone()`,
]

const triggers = [
  ...trigger('device', 'device_id', ['layout', 'last_poll']),
  ...trigger('param', 'param_id', ['exact', 'chunk']),
]
