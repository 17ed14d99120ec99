import type { Clock } from '@busbar/kit'
import type { ModbusClient } from '@busbar/polling'
import { type RegisterRange, type Result, readWithErrorText } from '../../field/raw/read-registers.ts'
import type { CommandCall } from '../needs.ts'
import type { Connection } from './connection.contract.ts'
import { type OpenedConnection, openConnection } from './open-connection.ts'

export interface ReadGroupRequest extends RegisterRange {
  connection: Connection
}

/** A request, and what became of it. */
interface GroupRead {
  request: ReadGroupRequest
  result: Result<number[]>
}

/** As many as a caller may have links to addresses. */
const connectionsAtOnceMax = 4

/**
 * Reads all groups, and gives each its result in `timeoutMs` at the latest: what has not finished by then is `Timeout`, and what was not
 * sent by then never is. Nothing is read when one connection is not for the caller.
 */
export const readGroups = async (
  call: CommandCall<'account'>,
  requests: readonly ReadGroupRequest[],
  timeoutMs: number,
): Promise<Result<number[]>[]> => {
  const readings: GroupRead[] = requests.map((request) => ({ request, result: { err: 'Timeout' } }))
  const late = lateSignal(call.clock, timeoutMs)
  try {
    await Promise.race([readAll(call, readings, late.signal), late.promise])
  } finally {
    late.end()
  }
  return readings.map(({ result }) => result)
}

const readAll = async (
  call: CommandCall<'account'>,
  readings: readonly GroupRead[],
  signal: AbortSignal,
): Promise<void> => {
  const byConnection = Map.groupBy(readings, ({ request }) => JSON.stringify(request.connection))
  const connections = await Promise.all(
    Array.from(byConnection.values(), async (list) => ({ list, opened: await openFor(call, list) })),
  )
  await runLimited(connectionsAtOnceMax, connections, async ({ list, opened }) => {
    if (!signal.aborted) await opened.use((client) => readByUnit(client, list, signal))
  })
}

const openFor = async (call: CommandCall<'account'>, [first]: readonly GroupRead[]): Promise<OpenedConnection> => {
  if (first === undefined) throw new RangeError('an unrequested connection')
  return openConnection(call, first.request.connection, 'read')
}

/** Units side by side, as the link lets them; the groups of one unit in their order. */
const readByUnit = async (client: ModbusClient, readings: readonly GroupRead[], signal: AbortSignal): Promise<void> => {
  const byUnit = Map.groupBy(readings, ({ request }) => request.unit)
  const readUnit = async (list: readonly GroupRead[]): Promise<void> => {
    for (const reading of list) {
      const result = await readWithErrorText(client, reading.request, signal)
      if (signal.aborted) return
      reading.result = result
    }
  }
  await Promise.all(Array.from(byUnit.values(), readUnit))
}

const runLimited = async <T>(atOnceMax: number, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const left = list.values()
  const worker = async (): Promise<void> => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, list.length) }, worker))
}

/** Aborts at the deadline, or when the caller has disconnected. */
const lateSignal = (clock: Clock, timeoutMs: number) => {
  const aborting = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(timeoutMs, () => {
    aborting.abort()
    resolve()
  })
  const end = (): void => {
    cancel()
    aborting.abort()
  }
  return { signal: aborting.signal, promise, end }
}
