import { useEffect } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'

/** Sets the document title from an object to its containers, since names repeat; unchanged until all are loaded. */
export const useDocumentTitle = (...names: readonly (string | undefined)[]): void => {
  const { common } = useTexts()
  const title = names.includes(undefined) ? null : [...names, common.appName].join(' · ')
  // After the page has set its own.
  useEffect(() => {
    if (title !== null) document.title = title
  })
}
