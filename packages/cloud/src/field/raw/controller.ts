import { plan, type ReadItem } from '@busbar/modbus'
import type { ModbusClient } from '@busbar/polling'
import { controllerCommands, controllerRegisters } from './controller-registers.ts'
import { type Result, readWithErrorText } from './read-registers.ts'
import { writeRegisters } from './write-registers.ts'

export interface ControllerSettings {
  controllerUnitId: number
  bitRate: number
  byteFormat: number
}

const { unitId, bitRate, byteFormat, password, command } = controllerRegisters
const groupSize = 125

/** Holding registers of a unit by their address, in few requests that touch no others. */
export const readHolding = async (
  client: ModbusClient,
  unit: number,
  ranges: readonly Omit<ReadItem, 'kind'>[],
): Promise<Result<ReadonlyMap<number, number>>> => {
  const items = ranges.map((range) => ({ ...range, kind: 'holding' as const }))
  const words = new Map<number, number>()
  for (const { kind, address, count } of plan(items, { groupSize, gapMax: 0 }).groups) {
    const result = await readWithErrorText(client, { unit, kind, address, count })
    if ('err' in result) return result
    for (const [i, word] of result.ok.entries()) words.set(address + i, word)
  }
  return { ok: words }
}

export const readSettings = async (client: ModbusClient, unit: number): Promise<Result<ControllerSettings>> => {
  const result = await readHolding(client, unit, [unitId, bitRate, byteFormat])
  if ('err' in result) return result
  const word = (address: number): number => result.ok.get(address) ?? 0
  return {
    ok: {
      controllerUnitId: word(unitId.address),
      bitRate: word(bitRate.address) * 0x1_0000 + word(bitRate.address + 1),
      byteFormat: word(byteFormat.address),
    },
  }
}

/**
 * Writes the settings and has them kept. The unit id goes with the bit rate and after the rest: a controller that takes it on at once would
 * not be found any more.
 */
export const writeSettings = async (
  client: ModbusClient,
  unit: number,
  settings: ControllerSettings,
): Promise<Result<null>> => {
  const rate = [settings.bitRate >>> 16, settings.bitRate & 0xffff]
  const steps = [
    { address: byteFormat.address, values: [settings.byteFormat], done: '' },
    { address: unitId.address, values: [settings.controllerUnitId, ...rate], done: 'the byte format was written' },
    { address: command.address, values: [controllerCommands.save], done: 'all was written, but is not saved' },
  ]
  for (const { address, values, done } of steps) {
    const result = await writeRegisters(client, { unit, kind: 'holding', address, values, writeFunction: 'normal' })
    if ('err' in result) return { err: done === '' ? result.err : `${result.err} (before that, ${done})` }
  }
  return { ok: null }
}

/** Sends passwords one after another. Returns which one was refused, without revealing it. */
export const sendPasswords = async (
  client: ModbusClient,
  unit: number,
  passwords: readonly string[],
): Promise<Result<null>> => {
  for (const [i, text] of passwords.entries()) {
    const values = [...Array.from(text, (character) => character.charCodeAt(0)), 0]
    const writing = { unit, kind: 'holding', address: password.address, values, writeFunction: 'always-16' } as const
    const result = await writeRegisters(client, writing)
    if ('err' in result) return { err: `password ${i + 1} of ${passwords.length}: ${result.err}` }
  }
  return { ok: null }
}
