import type { Card } from '../storage/card/card.ts'
import { CardError, type FrCode } from '../storage/card/card-error.ts'
import type { CompileCode } from './compile/compile-error.ts'
import { limits } from './limits.ts'

export const tasksFolder = '/TASKS'

/** A task file as it lies on the card, or why it cannot be read. */
export type Source =
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly file: string; readonly errorCode: CompileCode }

/** Part of the card interface that reads tasks. */
export type SourceCard = Pick<Card, 'dir' | 'info' | 'readBytes'>

/** The signature of each file (size and time) by its name. `absent`: there is no card to use. */
export type Listing = ReadonlyMap<string, string> | 'absent' | CompileCode

/** Lists the folder without reading its files. A card without the folder has no tasks, which is not an error. */
export async function list(card: SourceCard): Promise<Listing> {
  try {
    if (!(await hasFolder(card))) return new Map()
    const { items } = await card.dir(tasksFolder)
    const sources = items.filter(({ name, attrib }) => !attrib.startsWith('d') && /\.tsk$/i.test(name))
    return new Map(sources.map((source) => [source.name, JSON.stringify(source)]))
  } catch (error) {
    if (isAbsent(error)) return 'absent'
    return codeOf(error)
  }
}

export async function read(card: SourceCard, file: string): Promise<Source> {
  try {
    return { file, bytes: await card.readBytes(`${tasksFolder}/${file}`, limits.fileBytes) }
  } catch (error) {
    return { file, errorCode: codeOf(error) }
  }
}

async function hasFolder(card: SourceCard): Promise<boolean> {
  try {
    await card.info(tasksFolder)
    return true
  } catch (error) {
    if (error instanceof CardError && error.code === 'ERROR_FR_NO_FILE') return false
    throw error
  }
}

/** No card, or one that was ejected or is being removed. */
const isAbsent = (error: unknown): boolean =>
  error instanceof CardError && (error.code === 'ERROR_FR_NOT_READY' || error.code === 'ERROR_FR_NOT_ENABLED')

/** Compile error for each card error; other errors count as a failing card. */
const codes: Partial<Record<FrCode, CompileCode>> = {
  ERROR_FR_NO_FILE: 'ERROR_NO_FILE',
  ERROR_FR_NO_PATH: 'ERROR_NO_PATH',
  ERROR_FR_NOT_ENOUGH_CORE: 'ERROR_OUT_OF_MEMORY',
}

function codeOf(error: unknown): CompileCode {
  if (!(error instanceof CardError)) throw error
  return codes[error.code] ?? 'ERROR_IO'
}
