type Value<T> = T extends Date ? string : T

/** A row as answers have it: what is null is left out, and a moment is text. */
export type RowJson<Row> = {
  [K in keyof Row as null extends Row[K] ? never : K]: Value<Row[K]>
} & {
  [K in keyof Row as null extends Row[K] ? K : never]?: Value<Exclude<Row[K], null>>
}

/** Makes it: `2026-11-14T23:54:00.000Z`. */
export const rowJson = <Row extends object>(row: Row): RowJson<Row> => {
  const form: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row)) {
    if (value !== null) form[key] = value instanceof Date ? value.toISOString() : value
  }
  return form as RowJson<Row>
}
