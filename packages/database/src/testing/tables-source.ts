import { columnName } from '../columns.ts'
import type { Queries } from '../sql.ts'

const header =
  '/** Columns of all tables: `npm run tables` writes this file. A `?` marks a column that may be null. */\n'

interface ColumnRow {
  table: string
  column: string
  type: string
  isRequired: boolean
  /** Values that a check constraint allows. */
  allowed: string | null
}

/** Returns the source text of `tables.ts` for a migrated database. */
export const tablesSource = async (sql: Queries): Promise<string> => {
  const rows = await sql<ColumnRow[]>`
    select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type,
           a.attnotnull as "isRequired", pg_get_constraintdef(k.oid) as allowed
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_get_constraintdef(k.oid) like '% = ANY (ARRAY[%'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C", a.attnum`
  const tables = Map.groupBy(rows, ({ table }) => table)
  const texts = Array.from(tables, ([table, columns]) => `  ${keyOf(table)}: {\n${columns.map(line).join('')}  },\n`)
  return `${header}export const tables = {\n${texts.join('')}} as const\n`
}

const line = ({ column, type, isRequired, allowed }: ColumnRow): string => {
  const values = Array.from((allowed ?? '').matchAll(/'([^']+)'::text/g), ([, value = '']) => value)
  const list = values.length === 0 ? '' : `(${values.join('|')})`
  return `    ${keyOf(column)}: '${type}${list}${isRequired ? '' : '?'}',\n`
}

const keyOf = (name: string): string => {
  const key = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (columnName(key) !== name) throw new Error(`${name} cannot be written in camel case`)
  return key
}
