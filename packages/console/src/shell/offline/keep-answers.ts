import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../data/api/api-error.ts'
import { liveStatus } from '../../data/live/use-live.ts'
import { lastOrg } from '../../data/state/preferences.ts'
import { onSessionEnd, session } from '../../data/state/session.ts'
import { cachedOnPage } from './shown-again.ts'

const databaseName = 'busbar'
const tableName = 'answers'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the store failed')))
  })

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(tableName, { keyPath: 'id' }))
  return done(request)
}

let opened: Promise<IDBDatabase> | undefined

const tableFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
  opened ??= open()
  return (await opened).transaction(tableName, mode).objectStore(tableName)
}

/** All of them: there are a few hundred at most. */
const storedAnswers = async (): Promise<CachedAnswer[]> =>
  done((await tableFor('readonly')).getAll() as IDBRequest<CachedAnswer[]>)

const storeAnswers = async (all: readonly CachedAnswer[]): Promise<void> => {
  const answers = await tableFor('readwrite')
  const puts = all.map((one) => done(answers.put(one)))
  // A page that is being left is gone before it hears that they are done: what is not committed by then would be lost.
  answers.transaction.commit()
  await Promise.all(puts)
}

const forgetAnswers = async (ids: readonly string[]): Promise<void> => {
  const answers = await tableFor('readwrite')
  await Promise.all(ids.map((id) => done(answers.delete(id))))
}

const forgetAllAnswers = async (): Promise<void> => {
  await done((await tableFor('readwrite')).clear())
}

/** Changes within this time are written together. */
const writeMs = 5000

/**
 * Stores the last answers of visited pages on this device and shows them while the service is unreachable. They are
 * deleted when the user signs out, when the session is ended elsewhere, and when another user signs in.
 */
export const persistAnswers = (client: QueryClient): void => {
  const cache = client.getQueryCache()
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Once the service was out of reach. */
  let storedOfUser: Promise<ReadonlyMap<string, CachedAnswer>> | null = null
  let user = session.get()?.email

  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const storable = [...changed].flatMap((hash) => storableOf(cache.get(hash), user))
    changed.clear()
    if (storable.length > 0) void quietly(() => storeAnswers(storable).then(dropOldest))
  }

  const wipe = (): void => {
    changed.clear()
    storedOfUser = null
    cachedOnPage.clear()
    void quietly(forgetAllAnswers)
  }

  const showStored = async (query: Query): Promise<void> => {
    if (user === undefined || !isCacheable(query.queryKey) || isKnown(query)) return
    storedOfUser ??= answersOf(user)
    const stored = (await storedOfUser).get(query.queryHash)
    if (stored === undefined || isKnown(query)) return
    cachedOnPage.add(query.queryHash, stored.knownAtMs)
    query.setData(stored.data, { updatedAt: stored.knownAtMs, manual: true })
  }

  cache.subscribe((event) => {
    const { query } = event
    if (event.type !== 'updated') return
    if (event.action.type === 'failed' && isOutOfReach(event.action.error)) return void showStored(query)
    if (event.action.type !== 'success' || !isCacheable(query.queryKey)) return
    if (query.state.dataUpdatedAt === cachedOnPage.knownAt(query.queryHash)) return
    cachedOnPage.drop(query.queryHash)
    // A later outage shows the answers known by then.
    storedOfUser = null
    changed.add(query.queryHash)
    timer ??= setTimeout(write, writeMs)
  })
  window.addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', write)
  session.subscribe(() => {
    const now = session.get()?.email
    if (user !== undefined && now !== user) wipe()
    else if (now !== undefined && now !== user) void quietly(() => forgetOthers(now))
    user = now
  })
  onSessionEnd(wipe)
}

const isKnown = ({ state }: Query): boolean => state.data !== undefined

const isOutOfReach = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Streamed data counts as known until the last event of the stream. */
const storableOf = (query: Query | undefined, user: string | undefined): CachedAnswer[] => {
  if (query === undefined || user === undefined || query.state.data === undefined) return []
  const { queryKey: key, queryHash, state } = query
  const { state: link, heardAtMs } = liveStatus()
  const data = withoutSecrets(key, state.data)
  const bytes = JSON.stringify(data).length
  const knownAtMs = link === 'live' ? Math.max(heardAtMs, state.dataUpdatedAt) : state.dataUpdatedAt
  return [{ id: `${user} ${queryHash}`, user, orgId: lastOrg.get(), key, data, knownAtMs, bytes }]
}

const answersOf = async (user: string): Promise<ReadonlyMap<string, CachedAnswer>> => {
  const all = await quietly(storedAnswers)
  const own = (all ?? []).filter((one) => one.user === user)
  const tooMany = new Set(idsToForget(own, Date.now()))
  return new Map(own.filter(({ id }) => !tooMany.has(id)).map((one) => [one.id.slice(user.length + 1), one]))
}

/** Deletes answers of an earlier user whose session expired. */
const forgetOthers = async (user: string): Promise<void> => {
  const others = (await storedAnswers()).filter((one) => one.user !== user)
  await forgetAnswers(others.map(({ id }) => id))
}

const dropOldest = async (): Promise<void> => {
  const ids = idsToForget(await storedAnswers(), Date.now())
  if (ids.length > 0) await forgetAnswers(ids)
}

/** A browser without room, or one that keeps nothing, has the console all the same. */
const quietly = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act()
  } catch {
    return undefined
  }
}

/** An answer of the service as it was last known, of one user. */
interface CachedAnswer {
  /** The user and the question. */
  id: string
  user: string
  orgId: number
  key: readonly unknown[]
  data: unknown
  /** When the service last said so. */
  knownAtMs: number
  bytes: number
}

/**
 * Data of the overview, devices and dashboards. Other operations are not stored: none of these contains passwords,
 * codes or keys.
 */
export const cachedOperations: Readonly<Record<string, readonly string[]>> = {
  sessions: ['user', 'userOrgs'],
  nets: ['list', 'tree', 'get', 'devices'],
  links: ['status', 'statistics'],
  devices: ['get', 'params'],
  params: ['info'],
  values: ['lastStates', 'dashboardData', 'widgets'],
  dashboards: ['list', 'getOne', 'light', 'lightOne'],
  alerts: ['list', 'states', 'status'],
  overview: ['links', 'keyParams', 'availability', 'alarms', 'energy', 'map'],
  boards: ['list', 'get', 'values', 'history'],
}

export const isCacheable = ([resource, name]: readonly unknown[]): boolean =>
  cachedOperations[String(resource)]?.includes(String(name)) ?? false

/** Managers receive the controller passwords of a network: they are removed. */
export const withoutSecrets = ([resource, name]: readonly unknown[], data: unknown): unknown =>
  resource === 'nets' && name === 'get' ? { ...(data as object), devicePasswords: [] } : data

export const cacheBytesMax = 5_000_000
export const cacheAgeMaxMs = 7 * 86_400_000

/** Which of them go: the too old, and then the oldest until the rest has room. */
export const idsToForget = (all: readonly Omit<CachedAnswer, 'data'>[], nowMs: number): string[] => {
  const newestFirst = all.toSorted((one, other) => other.knownAtMs - one.knownAtMs)
  let bytes = 0
  return newestFirst.flatMap(({ id, knownAtMs, bytes: own }) => {
    const isOld = nowMs - knownAtMs > cacheAgeMaxMs
    if (!isOld && bytes + own <= cacheBytesMax) {
      bytes += own
      return []
    }
    return [id]
  })
}
