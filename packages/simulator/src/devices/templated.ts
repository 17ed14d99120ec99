import { readExtent, registerCount } from '@busbar/modbus'
import { type DeviceTemplate, type ParamTemplate, templates } from '@busbar/templates'
import { mix, serialOf, uniform } from '../random.ts'
import type { Family, ParamValue, Process } from './family.ts'
import { hourMs, installedMs } from './processes/clock.ts'
import { energyCounter, otherCounter } from './usual/counters.ts'
import { electric, type QuantityOf } from './usual/electric.ts'
import { traitsOf, type Unit, type UnitTraits, unitOf } from './usual/unit.ts'
import { ofKind, otherValue } from './usual/values.ts'

/** Decimals that a unit with registers of scale factors sends, by unit. */
const decimals: ReadonlyMap<string, number> = new Map(Object.entries({ V: 1, A: 2, Hz: 2, '°C': 1, '%': 2, '': 3 }))

/** How many decimals a parameter has by a register of its own, where it has one. */
const scaleDecimals = ({ coding, unitName = '' }: ParamTemplate): number =>
  coding?.scaleAt === undefined ? 0 : (decimals.get(unitName) ?? 0)

/** Registers that no parameter names: scales, positive signs, what lies between, and what tells the map from others of its name. */
function unnamedRegisters({ paramTemplates, variant }: DeviceTemplate): ParamTemplate[] {
  const named = new Set(
    paramTemplates.flatMap((param) =>
      Array.from({ length: registerCount(param) }, (_, n) => `${param.registerKind} ${param.address + n}`),
    ),
  )
  const registers = new Map<string, ParamTemplate>()
  const { probe } = variant ?? {}
  if (probe?.valueType === 'u16' && probe.absent !== true && !named.has(`${probe.registerKind} ${probe.address}`))
    registers.set(`${probe.registerKind} ${probe.address}`, register(probe, probe.address, probe.min ?? 0))
  for (const param of paramTemplates) {
    const { registerKind } = param
    const { address, count } = readExtent(param)
    for (let at = address; at < address + count; at++) {
      const key = `${registerKind} ${at}`
      const value = codingValueAt(param, at)
      if (named.has(key) || (registers.has(key) && value === undefined)) continue
      registers.set(key, register(param, at, value ?? 0))
    }
  }
  return [...registers.values()]
}

/**
 * Returns the content of a register that codes another parameter: its positive sign, or its scale as a power of ten.
 */
function codingValueAt(param: ParamTemplate, at: number): number | undefined {
  const { signAt, scaleAt } = param.coding ?? {}
  if (signAt?.address === at) return signAt.positive
  return scaleAt === at ? (0x1_0000 - scaleDecimals(param)) % 0x1_0000 : undefined
}

/** A register with a constant value. */
const register = (
  { registerKind }: Pick<ParamTemplate, 'registerKind'>,
  address: number,
  value: number,
): ParamTemplate => {
  const text = `Register ${address}`
  return {
    label: `${registerKind} ${address}`,
    name: { en: text, pl: text, ru: text, uk: text },
    address,
    registerKind,
    valueType: 'enum',
    enum: { [value]: { en: text, pl: text, ru: text, uk: text } },
    isTracked: false,
    isProgrammable: false,
  }
}

/** Words of a state that a healthy unit is in, the best first. */
const healthy = [
  /^(no|none|ok|no alarm|0 no)$/i,
  /^(running|engine running|producing|normal|on grid|feeding in|maximum power tracking|loaded)$/i,
  /^(c2?: )?charging$|^bulk charge$/i,
  /^(connected|grid|closed|automatic|on|start|cable in the vehicle, locked|9600 bit\/s)$/i,
]
/** Words for nothing, and for a night without sun. */
const [quiet, asleep] = [/^(no|off|none|ok|no alarm)$/i, /^(sleeping|standby|waiting|wait mode)$/i]
/** Bits that mean trouble when they are set; other bits of a running unit are set. */
const troubles =
  /alarm|warning|trip|fault|over|probe|condenser|timeout|door|defrost|standby|reverse|zero|night|high|low|light|continuous|aux/
const yes = /^(yes|on)$/i

/** The state of a unit in good order; those of a battery follow what it does. */
function stateOf({ label, enum: states = {} }: ParamTemplate, { isProducing, hasBattery }: UnitTraits): QuantityOf {
  const named = Object.entries(states).map(([value, { en }]) => [Number(value), en] as const)
  const find = (words: RegExp): number | undefined => named.find(([, word]) => words.test(word))?.[0]
  if (label === 'bat_state') {
    const [charging = 0, discharging = 0] = [find(/^charging$/i), find(/^discharging$/i)]
    return (unit, now) => (unit.charge.at(now) > 0 ? charging : discharging)
  }
  const [running, quietly, sleeping] = [find(yes), find(quiet), find(asleep)]
  if (troubles.test(label) && quietly !== undefined) return () => quietly
  if (running !== undefined && named.length === 2) return () => running
  const [firstState] = named[0] ?? [0]
  const known = healthy.map(find).find((value) => value !== undefined) ?? firstState
  if (label === 'state' && isProducing && !hasBattery && sleeping !== undefined)
    return (unit, now) => (unit.pv.at(now) > 0 ? known : sleeping)
  return () => known
}

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

/** Texts of the nameplate of a unit, besides its serial number. */
const plate = ({ manufacturer, skus: [sku = ''] }: DeviceTemplate): Readonly<Record<string, string>> => ({
  manufacturer,
  model: sku,
  firmware: '2.14',
})

/** The range of a parameter: that of its registers, within its writable limits. */
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
