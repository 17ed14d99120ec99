import { compileValue, type RegisterKind, readExtent, registerCount, type ValueCodec } from '@busbar/modbus'
import { type DeviceTemplate, type ParamTemplate, templates } from '@busbar/templates'
import type { Family, ParamValue, Process } from './family.ts'
import { packer, type ValuePacker } from './pack.ts'

/** A parameter in its place. */
export interface ParamCell<P, M> {
  readonly param: ParamTemplate
  readonly registers: number
  /** Registers that a master reads for the value: where others scale or sign it, more than its own. */
  readonly extent: { address: number; count: number }
  readonly pack: ValuePacker
  /** The codec that a master uses for its registers. */
  readonly codec: ValueCodec
  show(moment: M, process: P): ParamValue
}

/** A family with its template, compiled once and shared by all its devices. */
export interface Model<P extends Process, M> {
  readonly family: Family<P, M>
  readonly template: DeviceTemplate
  readonly cells: ReadonlyMap<string, ParamCell<P, M>>
  /** Parameters by address: one, or several fields of one register. */
  readonly tables: Readonly<Record<RegisterKind, ReadonlyMap<number, readonly ParamCell<P, M>[]>>>
}

export function compile<P extends Process, M>(family: Family<P, M>): Model<P, M> {
  const template = family.template ?? templates().get(family.sku)
  if (!template) throw new Error(`No template has the SKU ${family.sku}`)
  const settings = family.create(0).settings
  const cells = new Map<string, ParamCell<P, M>>()
  const tables = { holding: new Map(), input: new Map(), coil: new Map(), 'discrete-input': new Map() }
  for (const param of template.paramTemplates) {
    const cell = cellOf(family, settings, param)
    cells.set(param.label, cell)
    const table: Map<number, ParamCell<P, M>[]> = tables[param.registerKind]
    for (let n = 0; n < cell.registers; n++) {
      const address = param.address + n
      table.set(address, [...(table.get(address) ?? []), cell])
    }
  }
  return { family, template, cells, tables }
}

function settingOf({ settings }: Process, label: string): ParamValue {
  const value = settings[label]
  if (value === undefined) throw new Error(`the device has no setting ${label}`)
  return value
}

function cellOf<P extends Process, M>(family: Family<P, M>, settings: object, param: ParamTemplate): ParamCell<P, M> {
  const { label } = param
  const show = family.shows[label] ?? (label in settings ? (_: M, process: P) => settingOf(process, label) : undefined)
  if (!show) throw new Error(`${family.sku}: no value for ${label}`)
  const extent = readExtent(param)
  return { param, registers: registerCount(param), extent, pack: packer(param), codec: compileValue(param), show }
}
