import { type CompiledCatalogue, loadTexts } from '@busbar/ui/messages'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type Language, useLanguage } from '../../data/state/preferences.ts'
import type { HelpTexts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { helpPageOf } from './help-page.ts'

/** Help of the current page. */
export const HelpOfPage = (): ReactNode => {
  const { shell } = useTexts()
  const language = useLanguage()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [found, setFound] = useState<{ path: string; language: Language; help: readonly string[] | null } | null>(null)
  useEffect(() => {
    let isGone = false
    const keep = (help: readonly string[] | null): void => {
      if (!isGone) setFound({ path, language, help })
    }
    loadHelp(path, language).then(keep, () => keep(null))
    return () => {
      isGone = true
    }
  }, [path, language])
  if (found?.path !== path || found.language !== language) return <Skeleton className="w-full" />
  if (found.help === null) return <p className="text-quiet">{shell.noHelp}</p>
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-4 text-sm">
      {found.help.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

const catalogues = import.meta.glob<CompiledCatalogue>('../../../messages/help/*.json', { import: 'default' })

/** Loads the help of a page, a few sentences; all help of a language is one file. Null where a page has none. */
const loadHelp = async (path: string, language: Language): Promise<readonly string[] | null> => {
  const page = helpPageOf(path)
  return page === null
    ? null
    : (await loadTexts<HelpTexts>(catalogues, `../../../messages/help/${language}.json`, language))[page]
}
