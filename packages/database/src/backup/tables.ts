import { distributedTables } from '../citus/tables.ts'
import type { Queries } from '../sql.ts'

export interface Table {
  name: string
  /** Stored columns in their order. */
  columns: string[]
  /** Partitions with their bounds as PostgreSQL writes them. */
  partitions: { name: string; bounds: string }[]
}

interface DependentTable extends Table {
  /** Tables that its rows reference. */
  needs: string[]
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Lists all tables except the record of migrations, referenced tables first. Readings come last: on Citus they have no
 * references, but the backup may be restored where they have.
 */
export const listTables = async (sql: Queries): Promise<Table[]> => {
  const found = await sql<DependentTable[]>`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.relname, 'bounds', pg_get_expr(p.relpartbound, p.oid))
        order by p.relname) from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migration'
    order by c.relname`
  return inOrder(found).map(({ name, columns, partitions }) => ({ name, columns, partitions }))
}

const readings: ReadonlySet<string> = new Set(distributedTables)

const inOrder = (tables: readonly DependentTable[]): DependentTable[] => {
  const others = tables.map(({ name }) => name).filter((name) => !readings.has(name))
  const done = new Map<string, DependentTable>()
  while (done.size < tables.length) {
    const ready = tables.filter(
      ({ name, needs }) =>
        !done.has(name) && [...needs, ...(readings.has(name) ? others : [])].every((need) => done.has(need)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle, so none can be restored first')
    for (const table of ready) done.set(table.name, table)
  }
  return [...done.values()]
}
