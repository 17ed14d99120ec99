import { Fragment } from './client/statement.ts'
import { tables } from './tables.ts'

type Tables = typeof tables
export type TableName = keyof Tables
type ColumnName<T extends TableName> = keyof Tables[T] & string
/** A column, or a column with an alias: `byteOrder as order`. */
type Selection<T extends TableName> = ColumnName<T> | `${ColumnName<T>} as ${string}`

/** JavaScript types of column values, by PostgreSQL type. The types of JSON columns are given to `RowOf`. */
interface ValueTypes {
  bigint: number
  boolean: boolean
  bytea: Buffer
  date: Date
  'double precision': number
  inet: string
  integer: number
  jsonb: unknown
  macaddr: string
  numeric: string
  smallint: number
  text: string
  'timestamp with time zone': Date
  uuid: string
}

type OneOf<List> = List extends `${infer First}|${infer Rest}` ? First | OneOf<Rest> : List
type NotNull<Type> = Type extends keyof ValueTypes
  ? ValueTypes[Type]
  : Type extends `text(${infer List})`
    ? OneOf<List>
    : Type extends `${infer Element extends keyof ValueTypes}[]`
      ? ValueTypes[Element][]
      : never
type ValueOf<Type> = Type extends `${infer Base}?` ? NotNull<Base> | null : NotNull<Type>

type Source<S> = S extends `${infer Column} as ${string}` ? Column : S
type Alias<S> = S extends `${string} as ${infer Name}` ? Name : S
type SelectedRow<T extends TableName, S extends string> = {
  [K in S as Alias<K>]: ValueOf<Tables[T][Source<K> & keyof Tables[T]]>
}

/** Listed columns of one table, for the parts of a statement that name them. Written into a statement, it is the select list. */
export class Columns<Row extends object> extends Fragment {
  /** Exists only for `RowOf`. */
  declare readonly row: Row
  /** Target columns of an insert: `"net_id", "name"`. */
  readonly names: Fragment
  /** The same columns of the record set `given`: `given."netId", given."name"`. */
  readonly given: Fragment
  /** Column definitions of the record set: `"netId" bigint, "name" text`. */
  readonly types: Fragment
  /** Arguments of `concat` for members of a JSON object, each after a comma; only numbers and texts that are not null. */
  readonly members: Fragment
  /** Assignments of an update: `"net_id" = given."netId", "name" = given."name"`. */
  readonly changes: Fragment

  constructor(table: TableName, selections: readonly string[], tableAlias: string) {
    const definitions: Readonly<Record<string, string>> = tables[table]
    const list = selections.map((selection) => {
      const [key = '', alias = key] = selection.split(' as ')
      const [, type = '', , nullable = ''] = /^([^(?]+)(\(.*\))?(\?)?$/.exec(definitions[key] ?? '') ?? []
      if (type === '') throw new Error(`table ${table} has no column ${key}`)
      return { name: `"${columnName(key)}"`, alias, quoted: `"${alias}"`, type, isNullable: nullable !== '' }
    })
    const prefix = tableAlias === '' ? '' : `${tableAlias}.`
    super(list.map(({ name, quoted }) => `${prefix}${name}${name === quoted ? '' : ` as ${quoted}`}`).join(', '), list)
    this.names = new Fragment(list.map(({ name }) => name).join(', '))
    this.given = new Fragment(list.map(({ quoted }) => `given.${quoted}`).join(', '))
    this.types = new Fragment(list.map(({ quoted, type }) => `${quoted} ${type}`).join(', '))
    this.members = new Fragment(
      list
        .map(
          ({ name, alias, type }) => `',"${alias}":', ${type === 'text' ? `to_json(${prefix}${name})` : prefix + name}`,
        )
        .join(', '),
    )
    this.changes = new Fragment(list.map(({ name, quoted }) => `${name} = given.${quoted}`).join(', '))
  }
}

/** Names the column of a table: `net_id` for `netId`. */
export const columnName = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Lists columns of a table by their names in `tables`; `tableAlias` is the table's alias in the statement. */
export const columns = <T extends TableName, const S extends Selection<T>>(
  table: T,
  selections: readonly S[],
  tableAlias = '',
): Columns<SelectedRow<T, S>> => new Columns(table, selections, tableAlias)

/** Row type of listed columns. `Known` has more exact types, such as those of JSON columns. */
export type RowOf<C extends { readonly row: object }, Known extends object = object> = {
  [K in keyof C['row']]: K extends keyof Known ? Known[K] : C['row'][K]
}

type Value<T> = T extends Date ? string : T

/** A row in a reply: null fields are omitted, and times are text. */
export type RowJson<Row> = {
  [K in keyof Row as null extends Row[K] ? never : K]: Value<Row[K]>
} & {
  [K in keyof Row as null extends Row[K] ? K : never]?: Value<Exclude<Row[K], null>>
}

/** Converts a row; times become `2026-11-14T23:54:00.000Z`. */
export const rowJson = <Row extends object>(row: Row): RowJson<Row> => {
  const form: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row)) {
    if (value !== null) form[key] = value instanceof Date ? value.toISOString() : value
  }
  return form as RowJson<Row>
}
