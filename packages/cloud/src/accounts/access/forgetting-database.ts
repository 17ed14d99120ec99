import type { Database, Tx } from '@busbar/database'

/** A cache of database rows that is invalidated by group. */
export interface DatabaseCache {
  /** The setting `busbar.<topic>` of a transaction names the groups that it changed. */
  readonly topic: string
  forget(group: string): void
  forgetAll(): void
}

/** The same database; what a transaction changes is forgotten by `all` of them before the caller hears that it is done. */
export const forgettingDatabase = (db: Database, all: readonly DatabaseCache[]): Database => {
  const settings = all.map(({ topic }) => `busbar.${topic}`)
  const changedIn = (tx: Tx): Promise<{ groups: string | null }[]> => tx<{ groups: string | null }[]>`
    select current_setting(setting, true) as groups from unnest(${settings}::text[]) with ordinality as s (setting, place)
    order by place`
  const watched = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    let changed: Promise<{ groups: string | null }[]> | undefined
    try {
      const result = await db.tx(async (tx) => {
        const done = await work(tx)
        // Goes to the server together with the commit.
        changed = changedIn(tx)
        changed.catch(() => {})
        return done
      })
      for (const [at, { groups }] of ((await changed) ?? []).entries()) {
        for (const group of (groups ?? '').split(',')) if (group !== '') all[at]?.forget(group)
      }
      return result
    } catch (error) {
      // A commit whose answer was lost may have been done.
      if (changed !== undefined) for (const one of all) one.forgetAll()
      throw error
    }
  }
  return { ...db, tx: watched }
}
