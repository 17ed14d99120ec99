import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { loadHelp } from '../../help/load-help.ts'
import type { PageHelp } from '../../help/page-help.ts'
import { useLanguage } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** What one had better know of the page that is open. */
export const HelpOfPage = (): ReactNode => {
  const { shell } = useTexts()
  const language = useLanguage()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [found, setFound] = useState<{ path: string; help: PageHelp | null } | null>(null)
  useEffect(() => {
    let isGone = false
    const keep = (help: PageHelp | null): void => {
      if (!isGone) setFound({ path, help })
    }
    loadHelp(path).then(keep, () => keep(null))
    return () => {
      isGone = true
    }
  }, [path])
  if (found?.path !== path) return <Skeleton className="w-full" />
  if (found.help === null) return <p className="text-quiet">{shell.noHelp}</p>
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-4 text-sm">
      {found.help[language].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
