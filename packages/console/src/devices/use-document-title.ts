import { useEffect } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'

/** What a tab is called: names repeat, so that what they are part of follows. Nothing is said until all of it is known. */
export const useDocumentTitle = (...names: readonly (string | undefined)[]): void => {
  const { common } = useTexts()
  const title = names.includes(undefined) ? null : [...names, common.appName].join(' · ')
  // After the page has set its own.
  useEffect(() => {
    if (title !== null) document.title = title
  })
}
