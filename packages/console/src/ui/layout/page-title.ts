import { createStore, useStore } from '@busbar/ui/store'
import { useEffect } from 'react'

const title = createStore('')

/** Sets the title of the current page. */
export const useNamePage = (name: string): void => useEffect(() => title.set(name), [name])

/** The title of the page, for what is around it. */
export const usePageTitle = (): string => useStore(title)
