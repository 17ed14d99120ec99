type Value<T> = T extends Date ? string : T

/** A row as answers have it: what is null is left out, and a moment is text. */
export type WireForm<Row> = {
  [K in keyof Row as null extends Row[K] ? never : K]: Value<Row[K]>
} & {
  [K in keyof Row as null extends Row[K] ? K : never]?: Value<Exclude<Row[K], null>>
}

/** Makes it: `2026-11-14T23:54:00.000Z`. */
export const wireForm = <Row extends object>(row: Row): WireForm<Row> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as WireForm<Row>
