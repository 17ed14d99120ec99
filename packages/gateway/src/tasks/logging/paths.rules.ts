/** Every task has a folder, every day one in it, and files are numbered: `/LOGS/TASKS/HEAT/20261115/0001.CSV`, all of them 8.3. */
export const logRoot = '/LOGS/TASKS'

/** `20261115`. The date's UTC fields are the local ones. */
export const dayOf = (local: Date): string => local.toISOString().slice(0, 10).replaceAll('-', '')

export const isDay = (name: string): boolean => /^\d{8}$/.test(name)

/** `HEAT.TSK` logs to `HEAT`. */
export const folderOf = (sourceFile: string): string => `${logRoot}/${sourceFile.replace(/\.[^.]*$/, '').toUpperCase()}`

export const fileNumberMax = 9999

export const fileName = (number: number, extension: string): string => `${String(number).padStart(4, '0')}.${extension}`

/** Number of a log file; 0 for any other file. */
export const numberOf = (name: string): number => {
  const [, digits = '0'] = /^(\d{4})\.(?:DAT|CSV)$/i.exec(name) ?? []
  return Number(digits)
}

const dayMs = 86_400_000

/** First day to store; undefined when all are stored. */
export const firstStoredDay = (local: Date, storeIntervalDays: number | null): string | undefined =>
  storeIntervalDays === null ? undefined : dayOf(new Date(local.getTime() - storeIntervalDays * dayMs))
