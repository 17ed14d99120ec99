import type { QueryResult } from 'pg'
import type { PreparedStatement } from '../client/statement.ts'

/** PostgreSQL's identifiers of types that `tables.ts` names. */
const typeIds: Readonly<Record<string, number>> = {
  bigint: 20,
  'bigint[]': 1016,
  boolean: 16,
  bytea: 17,
  'bytea[]': 1001,
  date: 1082,
  'double precision': 701,
  'double precision[]': 1022,
  inet: 869,
  integer: 23,
  'integer[]': 1007,
  jsonb: 3802,
  macaddr: 829,
  numeric: 1700,
  smallint: 21,
  text: 25,
  'text[]': 1009,
  'timestamp with time zone': 1184,
  uuid: 2950,
}

/** Compares the columns that a statement declares with the server's description of its result, and with nulls in its rows. */
export const columnMismatch = (
  { text, declared, isRaw }: PreparedStatement,
  result: QueryResult | undefined,
): Error | null => {
  if (isRaw || result === undefined) return null
  for (const { alias, type, isNullable } of declared) {
    const typeId = result.fields.find(({ name }) => name === alias)?.dataTypeID
    if (typeId === undefined || typeId !== typeIds[type])
      return new Error(`column ${alias} is declared as ${type}, but the server returns type ${typeId}: ${text}`)
    if (!isNullable && result.rows.some((row: Record<string, unknown>) => row[alias] === null))
      return new Error(`column ${alias} is declared as not null, but a row has null: ${text}`)
  }
  return null
}
