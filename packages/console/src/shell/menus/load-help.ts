import { type CompiledCatalogue, loadTexts } from '@busbar/ui/messages'
import type { Language } from '../../data/state/preferences.ts'
import type { HelpTexts } from '../../texts/messages.ts'
import { helpPageOf } from './help-page.ts'

const catalogues = import.meta.glob<CompiledCatalogue>('../../../messages/help/*.json', { import: 'default' })

/** Loads the help of a page, a few sentences; all help of a language is one file. Null where a page has none. */
export const loadHelp = async (path: string, language: Language): Promise<readonly string[] | null> => {
  const page = helpPageOf(path)
  return page === null
    ? null
    : (await loadTexts<HelpTexts>(catalogues, `../../messages/help/${language}.json`, language))[page]
}
