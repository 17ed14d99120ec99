import type { TestApi } from './api.ts'

/** Does something, and counts the statements that the service asks of its pool meanwhile; what a transaction asks is not counted. */
export const countQueries = async <T>(
  { service }: TestApi,
  act: () => Promise<T>,
): Promise<{ answer: T; count: number }> => {
  const { db } = service
  let count = 0
  const sql = new Proxy(db.sql, {
    apply: (target, self, args: [strings: unknown, ...values: unknown[]]): unknown => {
      // Called with an object that is no template, it only makes a part of a statement.
      if (Array.isArray(args[0]) && 'raw' in args[0]) count += 1
      return Reflect.apply(target as (...values: unknown[]) => unknown, self, args)
    },
  })
  service.db = { ...db, sql }
  try {
    return { answer: await act(), count }
  } finally {
    service.db = db
  }
}
