import assert from 'node:assert/strict'
import { encodeValue, registerCount } from '@busbar/modbus'
import { type ParamTemplate, templates } from '@busbar/templates'
import { createDevice, type SimulatedDevice } from '../device.ts'
import { controllerPassword } from '../families/controller.ts'

export const start = Date.UTC(2026, 5, 10, 8)

/** A device in the hands of a test: its clock, and its parameters by label as a master reads and writes them. */
export function make(sku: string, seed: number | string = 1) {
  const clock = { now: start }
  const device = createDevice({ sku, seed, time: () => clock.now })
  const param = (label: string): ParamTemplate => {
    const found = templates()
      .get(sku)
      ?.paramTemplates.find((one) => one.label === label)
    assert.ok(found, `${sku} ${label}`)
    return found
  }
  return {
    clock,
    device,
    shows: (label: string): number => Number(device.value(label)),
    set: (label: string, text: number | string): number | undefined => writeText(device, param(label), String(text)),
  }
}

export function wordsOf(device: SimulatedDevice, param: ParamTemplate): number[] {
  return readWords(device, param.registerKind, param.address, registerCount(param))
}

export function readWords(device: SimulatedDevice, ...where: Parameters<SimulatedDevice['read']>): number[] {
  const words = device.read(...where)
  assert.ok(typeof words === 'object', `${where.join(' ')}: exception ${JSON.stringify(words)}`)
  return Array.from(words)
}

/** Fields of a register are changed within what it holds. */
export function writeText(device: SimulatedDevice, param: ParamTemplate, text: string): number | undefined {
  const { registerKind: kind, address } = param
  assert.ok(kind === 'holding' || kind === 'coil')
  const encoded = encodeValue(param, text)
  assert.ok('ok' in encoded, `${param.label} ${text}`)
  const { words, mask } = encoded.ok
  if (kind === 'coil' || !mask) return device.write(kind, address, words)
  const old = wordsOf(device, param)
  const merged = words.map((word, n) => (word & (mask[n] ?? 0)) | ((old[n] ?? 0) & ~(mask[n] ?? 0)))
  return device.write(kind, address, merged)
}

/** Gives the password to a controller; others need none. */
export function unlock(device: SimulatedDevice): void {
  if (device.sku !== 'controller') return
  const chars = Array.from(controllerPassword, (char) => char.charCodeAt(0))
  assert.equal(device.write('holding', 100, [...chars, 0]), undefined)
}
