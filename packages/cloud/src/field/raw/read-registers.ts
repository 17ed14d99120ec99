import { isBitKind, type RegisterKind, type Request } from '@busbar/modbus'
import { type ExchangeResult, type Failure, failureReason, type ModbusClient, type Priority } from '@busbar/polling'

/** Registers, or bits, of a unit. */
export interface RegisterRange {
  unit: number
  kind: RegisterKind
  address: number
  count: number
}

/** Registers, or an error message. */
export type Result<T> = { ok: T } | { err: string }

/** The most that waiting and answering may take together. */
export const deadlineMs = 15_000

const functions = { coil: 1, 'discrete-input': 2, holding: 3, input: 4 } as const satisfies Record<
  RegisterKind,
  Request['fn']
>

export const readRegisters = async (
  client: ModbusClient,
  { unit, kind, address, count }: RegisterRange,
  signal?: AbortSignal,
  priority: Priority = 'realtime',
): Promise<ExchangeResult<number[]>> => {
  const options = { priority, deadlineMs, ...(signal !== undefined && { signal }) } as const
  const outcome = await client.ask(unit, { fn: functions[kind], address, count }, options)
  if ('err' in outcome) return outcome
  const { ok } = outcome
  const values = 'bits' in ok ? ok.bits : ok.words
  // Bits come in whole bytes: the last ones are padding.
  if (isBitKind(kind) !== 'bits' in ok || values.length < count) return { err: 'malformed' }
  return { ok: Array.from(values).slice(0, count) }
}

/** `holding 107 of unit 3: IllegalDataAddress`; only where nothing could be sent at all it is `NoConnection` alone. */
export const failureText = (err: Failure, { unit, kind, address }: Omit<RegisterRange, 'count'>): string =>
  err === 'no-connection' ? 'NoConnection' : `${kind} ${address} of unit ${unit}: ${failureReason(err)}`

/** The same for people who asked for registers. */
export const readWithErrorText = async (
  client: ModbusClient,
  range: RegisterRange,
  signal?: AbortSignal,
): Promise<Result<number[]>> => {
  const outcome = await readRegisters(client, range, signal)
  return 'err' in outcome ? { err: failureText(outcome.err, range) } : outcome
}

/** For answers that are a status. */
export const errorStatus = (err: string) => ({
  status: 'error' as const,
  errorMessage: err === 'NoConnection' ? 'NoConnection: the device cannot be reached' : err,
})
