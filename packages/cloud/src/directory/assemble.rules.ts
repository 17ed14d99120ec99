import { type RegisterKind, registerKinds } from '@busbar/modbus'
import type { DeviceRow, ParamRow } from './directory.sql.ts'
import type { Formats } from './formats.ts'
import type { FieldDevice, FieldNet, FieldParam } from './net.ts'

export interface FieldRows {
  nets: readonly Omit<FieldNet, 'devices'>[]
  devices: readonly DeviceRow[]
  params: readonly { deviceId: number; params: readonly ParamRow[] }[]
}

/** Networks by id. What is as it was is the very object that `known` has, so that nobody takes it for a change. */
export const assemble = (
  rows: FieldRows,
  formats: Formats,
  known: { net(id: number): FieldNet | undefined; device(id: number): FieldDevice | undefined },
): Map<number, FieldNet> => {
  const paramsOf = new Map(rows.params.map(({ deviceId, params }) => [deviceId, params]))
  const devicesOf = new Map<number, FieldDevice[]>(rows.nets.map(({ id }) => [id, []]))
  for (const row of rows.devices) {
    const old = known.device(row.id)
    const params = kept(
      old?.params,
      (paramsOf.get(row.id) ?? []).map((param) => paramOf(param, formats)),
      isSameParam,
    )
    const device = { ...row, params }
    devicesOf.get(row.netId)?.push(old && isSame(old, device) ? old : device)
  }
  return new Map(
    rows.nets.map((row) => {
      const old = known.net(row.id)
      const passwords = row.passwords && kept(old?.passwords ?? undefined, row.passwords, Object.is)
      const net = { ...row, passwords, devices: kept(old?.devices, devicesOf.get(row.id) ?? [], Object.is) }
      return [row.id, old && isSame(old, net) ? old : net]
    }),
  )
}

const paramOf = ([id, kind, address, text]: ParamRow, formats: Formats): FieldParam => {
  const { count, valueType, codec, isLong } = formats.of(text, kind)
  return { kind: internKind(kind), address: address - codec.before, count, id, valueType, codec, isLong }
}

/** Every row brings a text of its own; there are four in all. */
const internKind = (kind: RegisterKind): RegisterKind => registerKinds.find((one) => one === kind) ?? kind

const isSameParam = (a: FieldParam, b: FieldParam): boolean => isSame(a, b)

/** The old list where the new one says the same. */
const kept = <T>(old: readonly T[] | undefined, list: readonly T[], isEqual: (a: T, b: T) => boolean): readonly T[] =>
  old && old.length === list.length && list.every((one, place) => isEqual(one, old[place] as T)) ? old : list

/** Field by field, each the very same. */
const isSame = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(b) as (keyof T)[]).every((name) => Object.is(a[name], b[name]))
