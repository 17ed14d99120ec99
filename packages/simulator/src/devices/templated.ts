import { registerCount } from '@busbar/modbus'
import { type DeviceTemplate, type ParamTemplate, templates } from '@busbar/templates'
import { mix, serialOf, uniform } from '../random.ts'
import type { Family, ParamValue, Process } from './family.ts'
import { hourMs, installedMs } from './processes/clock.ts'
import { energyCounter, otherCounter } from './usual/counters.ts'
import { electric } from './usual/electric.ts'
import { stateOf } from './usual/states.ts'
import { traitsOf, type Unit, type UnitTraits, unitOf } from './usual/unit.ts'
import { scaleDecimals, unnamedRegisters } from './usual/unnamed-registers.ts'
import { ofKind, otherValue } from './usual/values.ts'

interface TemplateProcess extends Process {
  readonly unit: Unit
}

/** A value keeps this far below what its registers can hold: the last numbers often mean that there is none. */
const headroom = 0.9

/** A family of the library that has no process of its own: a unit in good order, whose values fit what their labels and units mean. */
export function templated(sku: string): Family<TemplateProcess, number> | undefined {
  const template = templates().get(sku)
  if (template === undefined) return undefined
  const traits = traitsOf(template)
  const params = [...template.paramTemplates, ...unnamedRegisters(template)]
  const shows = Object.fromEntries(
    params
      .filter(({ isProgrammable }) => !isProgrammable)
      .map((param, n) => [param.label, showing(param, template, traits, n)]),
  )
  const written = params.filter(({ isProgrammable }) => isProgrammable)
  return {
    sku,
    template: { ...template, paramTemplates: params },
    create(seed) {
      const unit = unitOf(seed, traits)
      const before = { seed, unit, settings: {} }
      const settings = written.map((param, n) => [
        param.label,
        showing(param, template, traits, params.length + n)(installedMs, before),
      ])
      return { seed, unit, settings: Object.fromEntries(settings) }
    },
    moment: (_, now) => now,
    shows,
  }
}

type ParamFunction = (now: number, process: TemplateProcess) => ParamValue

function showing(param: ParamTemplate, template: DeviceTemplate, traits: UnitTraits, n: number): ParamFunction {
  const { label, valueType, enum: states } = param
  if (valueType === 'string') {
    const written = plate(template)[label]
    return (_, { seed }) => (written ?? serialOf(mix(seed, n))).slice(0, 2 * registerCount(param))
  }
  if (valueType === 'unixtime') return (now) => Math.floor(now / 1000)
  if (valueType === 'bitmask') return () => 0
  if (/^(DI|DO|K)\d+$/.test(label))
    return (now, { seed }) => Math.round(uniform(mix(seed, n), Math.floor(now / hourMs)))
  if (label === 'serial') return (_, { seed }) => Number(serialOf(seed).slice(0, registerCount(param) > 1 ? 8 : 4))
  const show =
    states === undefined
      ? (ofKind(param, traits, n) ??
        energyCounter(param, traits) ??
        otherCounter(param) ??
        electric(param, traits) ??
        otherValue(param, traits, n))
      : stateOf(param, traits)
  const [low, high] = boundsOf(param)
  const scale = 10 ** scaleDecimals(param)
  const isMagnitude = param.coding?.signAt !== undefined
  const isCounter = label.startsWith('E')
  return (now, { unit }) => {
    const value = scale * show(unit, now)
    // A counter passes to zero as its display does.
    if (isCounter) return value % high
    return Math.min(high, Math.max(low, isMagnitude ? Math.abs(value) : value))
  }
}

/** What stands on the plate of a unit, besides its serial number. */
const plate = ({ manufacturer, skus: [sku = ''] }: DeviceTemplate): Readonly<Record<string, string>> => ({
  manufacturer,
  model: sku,
  firmware: '2.14',
})

/** What a parameter can show: its registers' range, within what may be written to it. */
function boundsOf(param: ParamTemplate): [low: number, high: number] {
  const { valueType, bitsAmount, multiplier = 1, shift = 0, min = -Infinity, max = Infinity, coding } = param
  const bits = bitsAmount ?? 16 * registerCount(param)
  const isFloat = valueType === 'f32' || valueType === 'f64'
  const isSigned = isFloat || valueType.startsWith('s')
  const most = isFloat
    ? 1e9
    : valueType === 'bcd16' || valueType === 'bcd32'
      ? 10 ** (bits / 4) - 1
      : 2 ** (isSigned ? bits - 1 : bits) - 1
  const top = param.enum === undefined ? headroom * Math.min(most, coding?.negativeFrom ?? Infinity) : most
  const bottom = isSigned && coding?.negativeFrom === undefined ? -top : 0
  const ends = [bottom, top].map((raw) => raw * Number(multiplier) + Number(shift))
  return [Math.max(Number(min), Math.min(...ends)), Math.min(Number(max), Math.max(...ends))]
}
