import { type Clock, plainNumber } from '@busbar/kit'
import {
  DevicePlan,
  type FieldDevice,
  type FieldParam,
  type ModbusClient,
  type Priority,
  pollDevice,
  type Reason,
} from '@busbar/polling'
import type { Poll } from '@busbar/readings'

/** Facts that are required to read a device. */
export type ReadableDevice = Pick<FieldDevice, 'unit' | 'readGroupSize'>

export interface ReadOptions {
  clock: Clock
  priority: Priority
  /** The most that all requests together may take, their waiting included. */
  deadlineMs: number
  /** Known illegal registers of the device; without them, every read finds them again. */
  plan?: DevicePlan
}

/** A value that was read. */
export interface ReadValue {
  /** A plain decimal with all its digits, or the text. */
  value: string
  /** The double nearest to it; null for texts. */
  number: number | null
}

export type ReadResult = ReadValue | { err: Reason }

/**
 * Reads parameters of one device now, in as few requests as polling would take. A device that is silent once is not asked again:
 * its caller waits for the answer.
 */
export const readParams = async (
  client: ModbusClient,
  { unit, readGroupSize }: ReadableDevice,
  params: readonly FieldParam[],
  options: ReadOptions,
): Promise<Map<number, ReadResult>> => {
  const sorted = [...new Map(params.map((param) => [param.id, param])).values()].toSorted((a, b) => a.id - b.id)
  const device = { ...unnamedDevice, unit, readGroupSize, params: sorted }
  const polled = await pollDevice({
    device,
    plan: options.plan ?? new DevicePlan(),
    client: withDeadline(client, options),
    clock: options.clock,
    signal: new AbortController().signal,
    timeoutMs: 0,
    failures: 0,
    probe: null,
  })
  const poll = polled?.pollResult.poll(0)
  return new Map(sorted.map(({ id }, place) => [id, poll ? resultAt(poll, place) : { err: 'NoConnection' }]))
}

const unnamedDevice = { orgId: 0, netId: 0, id: 0, name: '', periodSec: 0, retries: 0 }

/** Equal questions at the same time share an answer: it names no caller. */
const origin = { kind: 'read' } as const

/** Sends requests with these options, and none after the deadline. */
const withDeadline = (client: ModbusClient, { clock, priority, deadlineMs }: ReadOptions): ModbusClient => {
  const dueAt = clock.now() + deadlineMs
  return {
    ask: (unit, request) => {
      const leftMs = dueAt - clock.now()
      return leftMs > 0
        ? client.ask(unit, request, { priority, deadlineMs: leftMs, origin })
        : Promise.resolve({ err: 'timeout' })
    },
    transact: (unit, pdu) => client.transact(unit, pdu, { priority, deadlineMs: dueAt - clock.now(), origin }),
  }
}

const resultAt = ({ values, texts, errors }: Poll, place: number): ReadResult => {
  const err = typeof errors === 'string' ? errors : errors?.get(place)
  if (err !== undefined) return { err: err as Reason }
  const number = values[place] ?? null
  const text = texts?.get(place)
  if (text !== undefined) return { value: text, number }
  return number === null ? { err: 'Malformed' } : { value: plainNumber(number), number }
}
