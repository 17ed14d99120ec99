import type { Sql, Tx } from './types.ts'

/**
 * All or nothing, in a mode such as `isolation level repeatable read`. The client writes to a socket that is gone when a transaction goes on after its connection was lost, also with its own
 * `rollback`, and that would end the process. So nothing is sent any more, and what the work comes to is not heard.
 */
export const transaction = <T>(sql: Sql, work: (tx: Tx) => Promise<T>, mode = ''): Promise<T> => {
  let isLost = false
  const done = sql.begin(
    mode,
    (tx) =>
      new Promise<T>((resolve, reject) => {
        const settle = (act: () => void): void => void (isLost || act())
        work(guarded(tx, () => isLost)).then(
          (result) => settle(() => resolve(result)),
          // By then the loss of the connection is known, if that is the reason.
          (error) => setImmediate(settle, () => reject(error)),
        )
      }),
  ) as Promise<T>
  done.catch(() => {
    isLost = true
  })
  return done
}

const guarded = (tx: Tx, isLost: () => boolean): Tx => {
  const check = (): void => {
    if (isLost())
      throw Object.assign(new Error('The connection of this transaction was lost'), { code: 'CONNECTION_CLOSED' })
  }
  return new Proxy(tx, {
    apply(target, self, args) {
      check()
      return Reflect.apply(target, self, args) as unknown
    },
    get(target, name) {
      check()
      return Reflect.get(target, name) as unknown
    },
  })
}
