import { createStore, useStore } from '@busbar/ui/store'
import { useEffect } from 'react'

const title = createStore('')

/** Says what the page is called that is shown now. */
export const useNamePage = (name: string): void => useEffect(() => title.set(name), [name])

/** The title of the page, for what is around it. */
export const usePageTitle = (): string => useStore(title)
