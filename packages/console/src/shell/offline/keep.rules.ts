/** An answer of the service as it was last known, of one user. */
export interface CachedAnswer {
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
 * What the overview, a device and a dashboard are drawn from. A question that is not named here is not kept: answers with passwords, codes
 * or keys are none of them.
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

/** Of a network, a manager is told its controller's passwords: they are left out. */
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
