import type postgres from 'postgres'

/**
 * Our bigints are identities, counts and milliseconds, which numbers hold exactly up to 2^53; a larger one is refused
 * rather than rounded. Other types are as the client has them: numeric is text, timestamptz a Date, bytea a Buffer.
 */
export const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint): string => String(value),
    parse(text: string): number | bigint {
      const value = Number(text)
      if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
      return value
    },
  },
}

type Types = { bigint: number | bigint }

/** The pool. */
export type Sql = postgres.Sql<Types>
/** One transaction. */
export type Tx = postgres.TransactionSql<Types>
/** For statements that may run in either. */
export type Queries = postgres.ISql<Types>
