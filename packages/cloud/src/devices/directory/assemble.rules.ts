import { type RegisterKind, registerKinds } from '@busbar/modbus'
import type { FieldDevice, FieldNet, FieldParam } from '@busbar/polling'
import type { DeviceRow, ParamRow } from './directory.sql.ts'
import type { Formats } from './formats.ts'

/** Objects of the previous read. Unchanged parts keep their object, so that they do not count as changed. */
export interface KnownField {
  net(id: number): FieldNet | undefined
  device(id: number): FieldDevice | undefined
}

export interface DeviceParams {
  deviceId: number
  params: readonly ParamRow[]
}

export const assembleDevices = (
  rows: readonly DeviceRow[],
  params: readonly DeviceParams[],
  formats: Formats,
  known: KnownField,
): FieldDevice[] => {
  const paramsOf = new Map(params.map((one) => [one.deviceId, one.params]))
  return rows.map((row) => {
    const old = known.device(row.id)
    const read = (paramsOf.get(row.id) ?? []).toSorted(byId).map((param) => paramOf(param, formats))
    const device = { ...row, params: reused(old?.params, read, isSameParam) }
    return old && isSame(old, device) ? old : device
  })
}

/** Networks by id. */
export const assembleNets = (
  rows: readonly Omit<FieldNet, 'devices'>[],
  devices: readonly FieldDevice[],
  known: KnownField,
): Map<number, FieldNet> => {
  const devicesOf = Map.groupBy(devices, ({ netId }) => netId)
  return new Map(
    rows.map((row) => {
      const old = known.net(row.id)
      const passwords = row.passwords && reused(old?.passwords ?? undefined, row.passwords, Object.is)
      const net = { ...row, passwords, devices: reused(old?.devices, devicesOf.get(row.id) ?? [], Object.is) }
      return [row.id, old && isSame(old, net) ? old : net]
    }),
  )
}

const byId = ([a]: ParamRow, [b]: ParamRow): number => a - b

const paramOf = ([id, kind, address, text]: ParamRow, formats: Formats): FieldParam => {
  const { count, valueType, codec, isLong } = formats.of(text, kind)
  return { kind: internKind(kind), address: address - codec.before, count, id, valueType, codec, isLong }
}

/** Every row brings a text of its own; there are four in all. */
const internKind = (kind: RegisterKind): RegisterKind => registerKinds.find((one) => one === kind) ?? kind

const isSameParam = (a: FieldParam, b: FieldParam): boolean => isSame(a, b)

/** The old list where the new one says the same. */
const reused = <T>(
  old: readonly T[] | undefined,
  list: readonly T[],
  isEqual: (a: T, b: T) => boolean,
): readonly T[] =>
  old && old.length === list.length && list.every((one, index) => isEqual(one, old[index] as T)) ? old : list

/** Field by field, each the very same. */
const isSame = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(b) as (keyof T)[]).every((name) => Object.is(a[name], b[name]))
