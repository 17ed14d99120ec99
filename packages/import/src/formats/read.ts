import { Draft } from '../plan/draft.ts'
import {
  type ImportContext,
  type ImportedPlan,
  type ImportFormat,
  ImportProblem,
  type SourceFile,
} from '../plan/plan.ts'
import { isEspHome, readEspHome } from './esphome/esphome.ts'
import { isHomeAssistant, readHomeAssistant } from './home-assistant/home-assistant.ts'
import { isKepware, readKepware } from './kepware/kepware.ts'
import { readSpreadsheet } from './spreadsheet/spreadsheet.ts'
import { isTelegraf, readTelegraf } from './telegraf/telegraf.ts'
import { isThingsBoard, readThingsBoard } from './thingsboard/thingsboard.ts'

const readers: Readonly<Record<ImportFormat, (draft: Draft, files: readonly SourceFile[]) => void>> = {
  spreadsheet: readSpreadsheet,
  'home-assistant': readHomeAssistant,
  telegraf: readTelegraf,
  thingsboard: readThingsBoard,
  esphome: readEspHome,
  kepware: readKepware,
}

/** The most telling first: ESPHome has a `modbus:` too. */
const signs: readonly [ImportFormat, (text: string) => boolean][] = [
  ['telegraf', isTelegraf],
  ['thingsboard', isThingsBoard],
  ['esphome', isEspHome],
  ['home-assistant', isHomeAssistant],
  ['kepware', isKepware],
]

/** Returns the formats of files by their content; null if it is ambiguous. */
export const formatOf = (files: readonly SourceFile[]): ImportFormat | null => {
  for (const { content } of files) {
    const found = typeof content === 'string' ? signs.find(([, isIt]) => isIt(content)) : undefined
    if (found !== undefined) return found[0]
  }
  const isTable = files.every(
    ({ name, content }) => typeof content !== 'string' || /\.(?:csv|tsv|txt|xlsx)$/i.test(name),
  )
  if (isTable) return 'spreadsheet'
  // A list of hubs, as it is included in a configuration of Home Assistant.
  return files.some(({ name }) => /\.ya?ml$/i.test(name)) ? 'home-assistant' : null
}

/** Reads files of a format into a plan; throws `ImportProblem` where they cannot be read at all. */
export const readFiles = (
  files: readonly SourceFile[],
  context: ImportContext,
  requestedFormat: ImportFormat | null = null,
): ImportedPlan => {
  const format = requestedFormat ?? formatOf(files)
  if (format === null) throw new ImportProblem('nobody can tell what the files are: name their format')
  const draft = new Draft(context)
  readers[format](draft, files)
  return draft.plan(format)
}
