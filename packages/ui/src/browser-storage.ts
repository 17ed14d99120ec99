/** Text values by key, as in `localStorage`, without exceptions. */
export interface TextStorage {
  get: (key: string) => string | null
  /** Null removes the value. */
  set: (key: string, value: string | null) => void
}

/** Uses the storage that `open` returns. A value that it refuses, because it is full or forbidden, stays in memory until the page is closed. */
export const textStorage = (open: () => Storage): TextStorage => {
  const refused = new Map<string, string | null>()
  return {
    get(key) {
      const value = refused.get(key)
      if (value !== undefined) return value
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        if (value === null) open().removeItem(key)
        else open().setItem(key, value)
        refused.delete(key)
      } catch {
        refused.set(key, value)
      }
    },
  }
}

/** Shared by all tabs, kept after the browser is closed. */
export const localTexts = textStorage(() => localStorage)

/** A storage per tab, kept until the tab is closed. */
export const tabTexts = textStorage(() => sessionStorage)
