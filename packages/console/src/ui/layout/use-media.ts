import { type ReadableStore, useStore } from '@busbar/ui/store'

/** The query is created when it is first used: pure rules are also loaded without a window. */
const watched = (condition: string): ReadableStore<boolean> => {
  let query: MediaQueryList | undefined
  const known = (): MediaQueryList => (query ??= matchMedia(condition))
  return {
    get: () => known().matches,
    subscribe(listener) {
      const list = known()
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
  }
}

const media = {
  /** Below `md` of the styles. */
  phone: watched('(width < 43.8125rem)'),
  /** Has room for the grid of a dashboard beside the inspector. */
  editor: watched('(width >= 900px)'),
  dark: watched('(prefers-color-scheme: dark)'),
}

/** Returns whether a condition of the window holds. */
export const useMedia = (name: keyof typeof media): boolean => useStore(media[name])
