import type { Sql } from '../sql.ts'

/**
 * A part of the previous test that is still stopping may take its locks in another order; the server then aborts one of
 * the two transactions.
 */
const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** Empties tables, and those that reference them. */
export const emptyTables = async (sql: Sql, ...tables: readonly string[]): Promise<void> => {
  for (;;) {
    try {
      await sql.unsafe(`truncate ${tables.join(', ')} cascade`)
      return
    } catch (error) {
      if (!isDeadlock(error)) throw error
    }
  }
}
