import { localTexts, tabTexts } from '@busbar/ui'
import { createStore, type Store } from '@busbar/ui/store'

/** `all`: tabs share one value; `tab`: each tab has its own, which starts with the one set last. */
type Scope = 'all' | 'tab'

/** Creates a value that the browser stores. `read` validates the stored value or returns the default. */
export const stored = <T>(name: string, read: (found: unknown) => T, scope: Scope = 'all'): Store<T> => {
  const key = `busbar.${name}`
  const storages = scope === 'tab' ? [tabTexts, localTexts] : [localTexts]
  const store = createStore(read(parse(storages.map((storage) => storage.get(key)).find((text) => text !== null))))
  // Tests of pure rules load this module without a window.
  if (scope === 'all' && typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return
      store.set(read(parse(event.key === null ? null : event.newValue)))
    })
  }
  return {
    ...store,
    set(next) {
      for (const storage of storages) storage.set(key, next === null ? null : JSON.stringify(next))
      store.set(next)
    },
  }
}

const parse = (text: string | undefined | null): unknown => {
  try {
    return text === null || text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}
