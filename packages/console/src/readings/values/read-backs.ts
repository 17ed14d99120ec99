import { useSyncExternalStore } from 'react'
import { serverNow } from '../../data/state/server-time.ts'
import type { ReadBack } from './quality.rules.ts'

/** Older ones have been polled since. */
const readBacksMax = 200

const listeners = new Set<() => void>()
let readBacks: ReadonlyMap<number, ReadBack> = new Map()

/** Stores the value that a write read back: it is shown until a later poll has the parameter. */
export const noteReadBack = (paramId: number, value: Pick<ReadBack, 'value' | 'formattedValue'>): void => {
  const newest = [...readBacks].filter(([id]) => id !== paramId).slice(1 - readBacksMax)
  readBacks = new Map([...newest, [paramId, { ...value, readOn: new Date(serverNow()).toISOString() }]])
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was read back after writes on this page, by parameter. */
export const useReadBacks = (): ReadonlyMap<number, ReadBack> => useSyncExternalStore(subscribe, () => readBacks)
