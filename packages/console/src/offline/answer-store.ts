import type { CachedAnswer } from './keep.rules.ts'

const name = 'busbar'
const table = 'answers'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the store failed')))
  })

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table, { keyPath: 'id' }))
  return done(request)
}

let opened: Promise<IDBDatabase> | undefined

const tableFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
  opened ??= open()
  return (await opened).transaction(table, mode).objectStore(table)
}

/** All of them: there are a few hundred at most. */
export const storedAnswers = async (): Promise<CachedAnswer[]> =>
  done((await tableFor('readonly')).getAll() as IDBRequest<CachedAnswer[]>)

export const storeAnswers = async (all: readonly CachedAnswer[]): Promise<void> => {
  const answers = await tableFor('readwrite')
  const puts = all.map((one) => done(answers.put(one)))
  // A page that is being left is gone before it hears that they are done: what is not committed by then would be lost.
  answers.transaction.commit()
  await Promise.all(puts)
}

export const forgetAnswers = async (ids: readonly string[]): Promise<void> => {
  const answers = await tableFor('readwrite')
  await Promise.all(ids.map((id) => done(answers.delete(id))))
}

export const forgetAllAnswers = async (): Promise<void> => {
  await done((await tableFor('readwrite')).clear())
}
