import type { Sql } from '../sql.ts'

/** What a stopped part of the last test still reads may meet the locks of emptying in another order; the server then ends one of the two. */
const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** Empties tables, and those that refer to them. */
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
