import type { DeviceTemplate } from './schema.ts'
import { known } from './testing/known-values.all.ts'

/** Evidence for a register map besides its sources. None of the devices was tested by this project. */
export type Evidence =
  | { state: 'simulated' }
  /** Registers that a unit sent, or that its maker or a driver prints with their meaning, are tested. */
  | { state: 'published'; source: string; valueCount: number }

export function evidenceOf({ skus, sources }: DeviceTemplate): Evidence {
  if (sources === undefined) return { state: 'simulated' }
  for (const sku of skus) {
    const frames = known.published[sku]
    if (frames !== undefined) return { state: 'published', source: frames[0], valueCount: frames.length - 1 }
  }
  throw new Error(`${skus.join()}: a family of another maker is shipped with a value that was published`)
}
