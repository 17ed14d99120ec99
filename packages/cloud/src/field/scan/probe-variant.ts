import { compileValue, registerCount } from '@busbar/modbus'
import type { ModbusClient } from '@busbar/polling'
import type { Probe } from '@busbar/templates'
import { readRegisters } from '../raw/read-registers.ts'

/** Result of probing whether a register map fits a unit; `unknown` without a response or without a probe. */
export type ProbeAnswer = 'yes' | 'no' | 'unknown'

const refusals: ReadonlySet<string> = new Set(['IllegalFunction', 'IllegalDataAddress', 'IllegalDataValue'])

export const probeVariant = async (client: ModbusClient, unit: number, probe?: Probe): Promise<ProbeAnswer> => {
  if (probe === undefined) return 'unknown'
  const { registerKind: kind, address, absent = false } = probe
  const outcome = await readRegisters(client, { unit, kind, address, count: registerCount(probe) })
  if ('err' in outcome && !refusals.has(outcome.err)) return 'unknown'
  const isThere = 'ok' in outcome && isExpected(probe, outcome.ok)
  return isThere === absent ? 'no' : 'yes'
}

const isExpected = (probe: Probe, words: readonly number[]): boolean => {
  const { valueType, order = 'ABCD', min = -Infinity, max = Infinity } = probe
  const value = compileValue({ valueType, order }).decodeNumber(words)
  return 'ok' in value && value.ok >= min && value.ok <= max
}
