import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type AnswerOf, keyOf, type RequestOf } from '../api/api-query.ts'
import type { ConnectionEvent, LiveEvent, ReadingsEvent } from './live-feed.ts'
import { isHealthChanged, type PolledDevice, polledAfter } from './polled-device.rules.ts'

type Statistics = AnswerOf<'links', 'statistics'>
type LinkStatus = AnswerOf<'links', 'status'>
type Links = AnswerOf<'overview', 'links'>

/** Brings what happened into the answers that are kept, or marks as old those that it does not give. */
export const applyEvents = (client: QueryClient, events: readonly LiveEvent[]): void => {
  if (events.some(({ kind }) => kind === 'reset')) return void client.invalidateQueries()
  const readings = new Map<number, ReadingsEvent>()
  for (const event of events) {
    if (event.kind === 'readings') readings.set(event.deviceId, event)
    else if (event.kind === 'connection') applyConnection(client, event)
  }
  if (readings.size > 0) applyReadings(client, readings)
  if (events.some(({ kind }) => kind === 'alert'))
    for (const resource of ['alerts', 'alertHistory']) void client.invalidateQueries({ queryKey: [resource] })
}

/** Only devices that were read become other objects, so that only their rows are drawn again. */
const applyReadings = (client: QueryClient, readings: ReadonlyMap<number, ReadingsEvent>): void => {
  for (const [queryKey, statistics] of client.getQueriesData<Statistics>({ queryKey: keyOf('links', 'statistics') })) {
    if (statistics === undefined) continue
    const devices = statistics.devices.map((device) => readAfter(device, readings))
    const isOther = devices.some((device, i) => isHealthChanged(statistics.devices[i], device))
    keepAge(client, queryKey, { ...statistics, devices })
    // How long a device is left alone, only the service knows.
    if (isOther) void client.invalidateQueries({ queryKey, exact: true })
  }
  changeLinks(client, (link) => {
    if (!link.devices.some(({ deviceId }) => readings.has(deviceId))) return link
    return { ...link, devices: link.devices.map((device) => readAfter(device, readings)) }
  })
  // In one go: each call looks at all that is kept, and thousands of devices may have been read.
  void client.invalidateQueries({
    queryKey: keyOf('values', 'widgets'),
    predicate: ({ queryKey: [, , asked] }) => readings.has((asked as RequestOf<'values', 'widgets'>).deviceId),
  })
}

const readAfter = (device: PolledDevice, readings: ReadonlyMap<number, ReadingsEvent>): PolledDevice => {
  const event = readings.get(device.deviceId)
  return event === undefined ? device : polledAfter(device, event)
}

/** The same of the networks of a whole organization, which is asked again soon enough by itself. Those that stay as they are stay the same objects. */
const changeLinks = (client: QueryClient, change: (link: Links[number]) => Links[number]): void => {
  for (const [queryKey, links] of client.getQueriesData<Links>({ queryKey: keyOf('overview', 'links') })) {
    if (links !== undefined) keepAge(client, queryKey, links.map(change))
  }
}

/** Data that the event does not contain keeps its age. */
const keepAge = (client: QueryClient, queryKey: QueryKey, data: Statistics | Links): void => {
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData(queryKey, data, updatedAt === undefined ? {} : { updatedAt })
}

const applyConnection = (client: QueryClient, { netId, connected, on, error }: ConnectionEvent): void => {
  const after = <T extends Pick<LinkStatus, 'connected' | 'since' | 'lastError' | 'lastErrorOn'>>(status: T): T => {
    const { since: _since, ...rest } = status
    return {
      ...rest,
      connected,
      ...(connected && { since: on }),
      ...(error !== undefined && { lastError: error, lastErrorOn: on }),
    } as T
  }
  client.setQueryData<LinkStatus>(keyOf('links', 'status', { netId }), (status) => status && after(status))
  changeLinks(client, (link) => (link.netId === netId ? after(link) : link))
  void client.invalidateQueries({ queryKey: keyOf('links', 'statistics', { netId }) })
}
