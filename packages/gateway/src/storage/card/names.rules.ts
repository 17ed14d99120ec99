import { CardError } from './card-error.ts'

/** Hidden folder for uploads in progress at the root of the card. It is never listed and has no path. */
export const hiddenFolder = '.busbar'

const pathMax = 1024
const depthMax = 32
const nameMax = 255

/** FAT compares names without case. */
export const foldName = (name: string): string => name.toUpperCase()

// oxlint-disable-next-line no-control-regex
const outsideFat = /[\u0000-\u001f\u007f"*/:<>?\\|]/

/** May a long FAT name be spelled so? FAT drops dots and spaces at the end, so two spellings would name one file. */
export const isFatName = (name: string): boolean =>
  name.length > 0 && name.length <= nameMax && name.isWellFormed() && !outsideFat.test(name) && !/[. ]$/.test(name)

const dosName = /^[\w!#$%&'()@^`{}~-]{1,8}(\.[\w!#$%&'()@^`{}~-]{1,3})?$/
const dosDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The 8.3 form, in either case, and not the name of a DOS device. */
export const isDosName = (name: string): boolean => dosName.test(name) && !dosDevice.test(name)

/** Splits an absolute path into names; empty for the root. A trailing slash is allowed. */
export function namesOf(path: string): string[] {
  if (!path.startsWith('/') || path.length > pathMax) throw invalid(path)
  const names = path.slice(1).split('/')
  if (names.at(-1) === '') names.pop()
  if (names.length > depthMax || !names.every(isFatName)) throw invalid(path)
  if (names[0] !== undefined && isHidden(names[0])) throw new CardError('ERROR_FR_DENIED', 'This name is reserved')
  return names
}

/** The names of a path that must lie below the root. */
export function namesBelowRoot(path: string): [folders: string[], name: string] {
  const folders = namesOf(path)
  const name = folders.pop()
  if (name === undefined) throw new CardError('ERROR_FR_INVALID_NAME', 'This is the root of the card')
  return [folders, name]
}

export const isHidden = (name: string): boolean => foldName(name) === foldName(hiddenFolder)

const invalid = (path: string): CardError =>
  new CardError('ERROR_FR_INVALID_NAME', `Not an absolute path of FAT names: ${JSON.stringify(path.slice(0, 80))}`)
