import { plainNumber } from '@busbar/kit'
import type { Poll } from '@busbar/readings'

/** An event of an organization before it gets its number. */
export type LiveEvent =
  | { name: 'readings'; data: ReadingsData }
  | { name: 'connection'; data: object }
  | { name: 'alert'; data: { alertId?: number; netId?: number; isActive: boolean; on: string; recordId?: number } }

interface ReadingsData {
  deviceId: number
  readOn: string
  /** Values by parameter ID. */
  values: Readonly<Record<string, string>>
  error?: string
  errors?: Readonly<Record<string, string>>
}

/** The connection to a network was opened or closed. */
export interface ConnectionChange {
  orgId: number
  netId: number
  isConnected: boolean
  /** In milliseconds since 1970. */
  on: number
  error: string | null
}

/** An alert fired, was acknowledged or resolved. */
export interface AlertChange {
  orgId: number
  /** Negative for an alert of the service about a network. */
  alertId: number
  isActive: boolean
  /** In milliseconds since 1970. */
  on: number
  recordId: number | null
}

/**
 * Converts a poll to an event. `error` is the reason why nothing was read; `errors` are the reasons for single
 * parameters.
 */
export const readingsEvent = ({ deviceId, readOn, params, values, texts, errors }: Poll): LiveEvent => {
  const valueTexts: Record<number, string> = {}
  for (const [place, { id }] of params.entries()) {
    const text = texts?.get(place)
    const value = values[place] ?? null
    if (text !== undefined) valueTexts[id] = text
    else if (value !== null) valueTexts[id] = plainNumber(value)
  }
  const data = { deviceId, readOn: new Date(readOn).toISOString(), values: valueTexts, ...failures(params, errors) }
  return { name: 'readings', data }
}

const failures = (params: Poll['params'], errors: Poll['errors']) => {
  if (errors === null) return {}
  if (typeof errors === 'string') return { error: errors }
  return { errors: Object.fromEntries([...errors].map(([place, reason]) => [params[place]?.id, reason])) }
}

export const connectionEvent = ({ netId, isConnected, on, error }: ConnectionChange): LiveEvent => ({
  name: 'connection',
  data: { netId, connected: isConnected, on: new Date(on).toISOString(), ...(error !== null && { error }) },
})

export const alertEvent = ({ alertId, isActive, on, recordId }: AlertChange): LiveEvent => ({
  name: 'alert',
  data: {
    ...(alertId > 0 ? { alertId } : { netId: -alertId }),
    isActive,
    on: new Date(on).toISOString(),
    ...(recordId !== null && { recordId }),
  },
})
