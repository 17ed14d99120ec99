import type { ServerSentEvent } from '@busbar/ui'

/** A device was read. `error` is why nothing was, `errors` why single parameters were not, by their ids. */
export interface ReadingsEvent {
  kind: 'readings'
  deviceId: number
  readOn: string
  values: Readonly<Record<string, string>>
  error?: string
  errors?: Readonly<Record<string, string>>
}

/** A network came or went. */
export interface ConnectionEvent {
  kind: 'connection'
  netId: number
  connected: boolean
  on: string
  error?: string
}

/** An alert began, was confirmed, or is over; one about a network has its id. */
interface AlertEvent {
  kind: 'alert'
  alertId?: number
  netId?: number
  isActive: boolean
  on: string
}

/** Something was missed: everything has to be asked again. */
interface ResetEvent {
  kind: 'reset'
}

export type LiveEvent = ReadingsEvent | ConnectionEvent | AlertEvent | ResetEvent

const kinds = ['readings', 'connection', 'alert', 'reset'] as const

/** What the service said; null for what this console does not know. */
export const liveEventOf = ({ name, data }: ServerSentEvent): LiveEvent | null => {
  const kind = kinds.find((one) => one === name)
  return kind === undefined ? null : ({ ...(JSON.parse(data) as object), kind } as LiveEvent)
}

/** The server's time, which comes between the events; null in all others. */
export const serverTimeIn = ({ name, data }: ServerSentEvent): number | null =>
  name === 'time' ? Date.parse(data) : null
