import { useState } from 'react'
import { useLiveEvents } from './use-live.ts'

export interface LatestValue {
  value: string
  readOn: string
}

/** The newest values of parameters since the component is there, as the stream brings them. */
export const useLatest = (paramIds: readonly number[]): ReadonlyMap<number, LatestValue> => {
  const [latest, setLatest] = useState<ReadonlyMap<number, LatestValue>>(new Map())
  useLiveEvents((events) => {
    const newValues: [number, LatestValue][] = []
    for (const event of events) {
      if (event.kind !== 'readings') continue
      for (const id of paramIds) {
        const value = event.values[id]
        if (value !== undefined) newValues.push([id, { value, readOn: event.readOn }])
      }
    }
    if (newValues.length > 0) setLatest((before) => new Map([...before, ...newValues]))
  })
  return latest
}
