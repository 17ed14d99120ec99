import type { LiveEvent } from './live-event.ts'

export interface SharedIds {
  paramIds: ReadonlySet<number>
  deviceIds: ReadonlySet<number>
  alertIds: ReadonlySet<number>
}

const only = (of: Readonly<Record<string, string>>, ids: ReadonlySet<number>): Record<string, string> =>
  Object.fromEntries(Object.entries(of).filter(([id]) => ids.has(Number(id))))

/** What of an event is about these parameters and alerts; null where nothing is. Networks are none of it. */
export const heardPart = (event: LiveEvent, { paramIds, deviceIds, alertIds }: SharedIds): LiveEvent | null => {
  if (event.name === 'connection') return null
  if (event.name === 'alert') {
    const { recordId: _, ...data } = event.data
    return data.alertId !== undefined && alertIds.has(data.alertId) ? { name: 'alert', data } : null
  }
  const { deviceId, readOn, values, error, errors } = event.data
  if (!deviceIds.has(deviceId)) return null
  const shown = only(values, paramIds)
  const failed = errors === undefined ? {} : only(errors, paramIds)
  const hasFailed = Object.keys(failed).length > 0
  if (Object.keys(shown).length === 0 && error === undefined && !hasFailed) return null
  return {
    name: 'readings',
    data: {
      deviceId,
      readOn,
      values: shown,
      ...(error !== undefined && { error }),
      ...(hasFailed && { errors: failed }),
    },
  }
}
