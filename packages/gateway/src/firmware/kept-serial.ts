import type { DataFolder } from '../storage/data-folder.ts'

const file = 'firmware.json'

/** The highest serial of a manifest that was seen, over restarts. A file that cannot be read is as none. */
export const keptSerial = (folder: Pick<DataFolder, 'read' | 'keepWhenPossible'>) => {
  let known = 0
  try {
    const { serial } = JSON.parse(folder.read(file)?.toString('utf8') ?? '{}') as { serial?: unknown }
    if (typeof serial === 'number') known = serial
  } catch {
    // As if nothing had been seen: what is signed is still asked for.
  }
  return {
    get: () => known,
    set(serial: number) {
      if (serial === known) return
      known = serial
      folder.keepWhenPossible(file, JSON.stringify({ serial }))
    },
  }
}
