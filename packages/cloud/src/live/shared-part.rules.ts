import type { LiveEvent } from './live-event.ts'

export interface SharedIds {
  paramIds: ReadonlySet<number>
  deviceIds: ReadonlySet<number>
  alertIds: ReadonlySet<number>
}

const only = (byId: Readonly<Record<string, string>>, ids: ReadonlySet<number>): Record<string, string> =>
  Object.fromEntries(Object.entries(byId).filter(([id]) => ids.has(Number(id))))

/**
 * Returns the part of an event about these parameters and alerts; null if there is none. Events of networks are never
 * included.
 */
export const sharedPart = (event: LiveEvent, { paramIds, deviceIds, alertIds }: SharedIds): LiveEvent | null => {
  if (event.name === 'connection') return null
  if (event.name === 'alert') {
    const { recordId: _, ...data } = event.data
    return data.alertId !== undefined && alertIds.has(data.alertId) ? { name: 'alert', data } : null
  }
  const { deviceId, readOn, values, error, errors } = event.data
  if (!deviceIds.has(deviceId)) return null
  const sharedValues = only(values, paramIds)
  const sharedErrors = errors === undefined ? {} : only(errors, paramIds)
  const hasFailed = Object.keys(sharedErrors).length > 0
  if (Object.keys(sharedValues).length === 0 && error === undefined && !hasFailed) return null
  return {
    name: 'readings',
    data: {
      deviceId,
      readOn,
      values: sharedValues,
      ...(error !== undefined && { error }),
      ...(hasFailed && { errors: sharedErrors }),
    },
  }
}
