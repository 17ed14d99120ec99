import type { DataFolder } from '../../storage/data-folder.ts'

const file = 'firmware.json'

/** The highest serial of a manifest that was seen, over restarts. A file that cannot be read is as none. */
export const storedSerial = (folder: Pick<DataFolder, 'read' | 'saveWhenPossible'>) => {
  let highest = 0
  try {
    const { serial } = JSON.parse(folder.read(file)?.toString('utf8') ?? '{}') as { serial?: unknown }
    if (typeof serial === 'number') highest = serial
  } catch {
    // As if nothing had been seen: what is signed is still asked for.
  }
  return {
    get: () => highest,
    set(serial: number) {
      if (serial === highest) return
      highest = serial
      folder.saveWhenPossible(file, JSON.stringify({ serial }))
    },
  }
}
