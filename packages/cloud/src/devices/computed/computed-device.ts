import { type Formula, paramsOf } from '../../formula/parse.ts'

/** A parameter that is worked out, as it is stored. */
interface ComputedParam {
  id: number
  formula: Formula
  /** Decimals to which it is rounded; null is as many as it has. */
  precision: number | null
}

export interface StoredComputed {
  orgId: number
  id: number
  netId: number
  periodSec: number
  params: readonly ComputedParam[]
}

/** Device of an input, and its polling period. */
export interface InputPlace {
  deviceId: number
  periodSec: number
}

/** A device that is worked out, with all that is needed for it. */
export interface ComputedDevice {
  orgId: number
  id: number
  netId: number
  /** It is worked out no more often than the slowest of its inputs is read. */
  periodMs: number
  /**
   * Parameters in the order of their IDs, in which they are recorded. The array stays the same object as long as the
   * device is unchanged.
   */
  params: readonly { id: number; valueType: 'f64' }[]
  /** Each after those of the same device that it needs. */
  steps: readonly ComputingStep[]
  /** Existing parameters of other devices that the formulas use. */
  inputs: readonly number[]
}

interface ComputingStep {
  place: number
  id: number
  formula: Formula
  precision: number | null
  inputs: readonly number[]
}

/** All computed devices of an organization, each after those that it needs. What goes in a circle is left out: saving refused it. */
export const planDevices = (
  stored: readonly StoredComputed[],
  inputs: ReadonlyMap<number, InputPlace>,
): ComputedDevice[] => {
  const byId = new Map(stored.map((device) => [device.id, device]))
  const planned = new Map<number, ComputedDevice>()
  for (const id of sorted([...byId.keys()], (one) => devicesBefore(byId.get(one), inputs, byId)) ?? []) {
    const device = byId.get(id)
    const plan = device && planOf(device, inputs, planned)
    if (plan) planned.set(id, plan)
  }
  return [...planned.values()]
}

const devicesBefore = (
  device: StoredComputed | undefined,
  inputs: ReadonlyMap<number, InputPlace>,
  computed: ReadonlyMap<number, StoredComputed>,
): number[] =>
  (device?.params ?? []).flatMap(({ formula }) =>
    paramsOf(formula).flatMap((id) => {
      const from = inputs.get(id)?.deviceId
      return from !== undefined && from !== device?.id && computed.has(from) ? [from] : []
    }),
  )

const planOf = (
  { orgId, id, netId, periodSec, params }: StoredComputed,
  places: ReadonlyMap<number, InputPlace>,
  planned: ReadonlyMap<number, ComputedDevice>,
): ComputedDevice | null => {
  const byId = params.toSorted((a, b) => a.id - b.id)
  const own = new Map(byId.map((param, place) => [param.id, { ...param, place, inputs: paramsOf(param.formula) }]))
  const order = sorted([...own.keys()], (one) => own.get(one)?.inputs.filter((input) => own.has(input)) ?? [])
  if (order === null) return null
  const steps = order.flatMap((one) => own.get(one) ?? [])
  const outside = new Set(steps.flatMap((step) => step.inputs.filter((input) => !own.has(input) && places.has(input))))
  const inputs = [...outside]
  const periodsMs = inputs.flatMap((input) => {
    const inputPlace = places.get(input)
    return inputPlace === undefined ? [] : (planned.get(inputPlace.deviceId)?.periodMs ?? inputPlace.periodSec * 1000)
  })
  return {
    orgId,
    id,
    netId,
    periodMs: Math.max(periodSec * 1000, ...periodsMs),
    params: byId.map((param) => ({ id: param.id, valueType: 'f64' })),
    steps,
    inputs,
  }
}

/** Each after those that it needs; null where some need each other in a circle. */
export const sorted = (ids: readonly number[], needs: (id: number) => readonly number[]): number[] | null => {
  const waiting = new Map(ids.map((id) => [id, new Set(needs(id))]))
  const neededBy = new Map<number, number[]>()
  for (const [id, before] of waiting) {
    for (const one of before) {
      const list = neededBy.get(one)
      if (list === undefined) neededBy.set(one, [id])
      else list.push(id)
    }
  }
  const order = ids.filter((id) => waiting.get(id)?.size === 0)
  for (const done of order) {
    for (const id of neededBy.get(done) ?? []) {
      const before = waiting.get(id)
      before?.delete(done)
      if (before?.size === 0) order.push(id)
    }
  }
  return order.length === ids.length ? order : null
}
