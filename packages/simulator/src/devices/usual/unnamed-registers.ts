import { readExtent, registerCount } from '@busbar/modbus'
import type { DeviceTemplate, ParamTemplate } from '@busbar/templates'

/** Decimals that a unit with registers of scale factors sends, by unit. */
const decimals: ReadonlyMap<string, number> = new Map(Object.entries({ V: 1, A: 2, Hz: 2, '°C': 1, '%': 2, '': 3 }))

/** How many decimals a parameter has by a register of its own, where it has one. */
export const scaleDecimals = ({ coding, unitName = '' }: ParamTemplate): number =>
  coding?.scaleAt === undefined ? 0 : (decimals.get(unitName) ?? 0)

/** Registers that no parameter names: scales, positive signs, what lies between, and what tells the map from others of its name. */
export function unnamedRegisters({ paramTemplates, variant }: DeviceTemplate): ParamTemplate[] {
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

/** What a register says about a parameter that lies elsewhere: that it is positive, or its scale as a power of ten. */
function codingValueAt(param: ParamTemplate, at: number): number | undefined {
  const { signAt, scaleAt } = param.coding ?? {}
  if (signAt?.address === at) return signAt.positive
  return scaleAt === at ? (0x1_0000 - scaleDecimals(param)) % 0x1_0000 : undefined
}

/** One that always holds the same. */
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
