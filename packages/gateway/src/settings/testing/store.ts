import { SettingsStore, type SettingsStoreOptions } from '../store/store.ts'
import { Disk } from './disk.ts'

/** Bytes that look random and are the same in every run. */
export const countedBytes = (seed = 1): ((count: number) => Uint8Array) => {
  let last = seed
  return (count) => Uint8Array.from({ length: count }, () => (last = (last * 73 + 41) % 251))
}

/** A store on a disk in memory, loaded. */
export const testStore = async (
  options: Partial<SettingsStoreOptions> & { disk?: Disk } = {},
): Promise<{ store: SettingsStore; disk: Disk }> => {
  const { disk = new Disk(), ...rest } = options
  const store = new SettingsStore({
    folder: '/nowhere',
    variant: 'B',
    sealKey: new Uint8Array(32).fill(7),
    now: () => new Date('2026-11-14T12:00:00Z'),
    newBytes: countedBytes(),
    files: disk,
    ...rest,
  })
  await store.load()
  return { store, disk }
}

/** Message of an expected rejection: `value serial.baudRate: 75 to 230400`. */
export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing',
    (error: { kind?: string; message: string }) => `${error.kind} ${error.message}`,
  )
