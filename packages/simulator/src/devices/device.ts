import type { Bank, ExceptionCode, Identity, RegisterKind } from '@busbar/modbus'
import { seedOf } from '../random.ts'
import { DeviceBank } from './bank.ts'
import { controller } from './families/controller.ts'
import { em1p } from './families/em1p.ts'
import { em3p } from './families/em3p.ts'
import { em130 } from './families/em130.ts'
import { inverter } from './families/inverter.ts'
import { pump } from './families/pump.ts'
import { rpm416 } from './families/rpm416.ts'
import { thermo } from './families/thermo.ts'
import { weather } from './families/weather.ts'
import type { Family, Process } from './family.ts'
import { compile, type Model } from './registers.ts'
import { templated } from './templated.ts'

export interface DeviceOptions {
  sku: string
  seed: number | string
  /** Simulated time, in milliseconds since 1970. */
  time: () => number
}

/** A device whose registers are worked out at each read. */
export interface SimulatedDevice extends Bank {
  readonly sku: string
  readonly identity: Identity
  /** Words, or bits as 0 and 1. */
  read(kind: RegisterKind, address: number, count: number): Uint16Array | ExceptionCode
  write(kind: 'holding' | 'coil', address: number, values: ArrayLike<number>): ExceptionCode | undefined
  /** Returns the current value of a parameter as a master shows it: plain decimal text, or the text of a string. */
  value(label: string): string
  /**
   * Returns the values of parameters at another time, in milliseconds since 1970, as a master would have shown them:
   * for a history that fits the present.
   */
  valuesAt(on: number, labels: readonly string[]): number[]
}

type DeviceFactory = (seed: number, time: () => number) => SimulatedDevice

const makers = new Map<string, DeviceFactory>([
  maker(em1p),
  maker(em3p),
  maker(em130),
  maker(rpm416),
  maker(thermo),
  maker(pump),
  maker(inverter),
  maker(weather),
  maker(controller),
])

/** SKUs with a simulated process. */
export const simulatedSkus: readonly string[] = [...makers.keys()]

/** Returns whether createDevice() supports a SKU: any of the library, by its process or by its template alone. */
export const isSimulated = (sku: string): boolean => makerOf(sku) !== undefined

export function createDevice({ sku, seed, time }: DeviceOptions): SimulatedDevice {
  const make = makerOf(sku)
  if (!make) throw new Error(`No simulation for ${sku}`)
  return make(seedOf(seed), time)
}

function makerOf(sku: string): DeviceFactory | undefined {
  const known = makers.get(sku)
  if (known) return known
  const family = templated(sku)
  if (family) makers.set(...maker(family))
  return makers.get(sku)
}

/** A family is compiled once for all its devices, when the first of them is made. */
function maker<P extends Process, M>(family: Family<P, M>): [string, DeviceFactory] {
  let model: Model<P, M> | undefined
  return [family.sku, (seed, time) => new DeviceBank((model ??= compile(family)), seed, time)]
}
