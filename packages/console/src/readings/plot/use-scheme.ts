import { useSyncExternalStore } from 'react'
import { useTheme } from '../../data/state/preferences.ts'

const dark = '(prefers-color-scheme: dark)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(dark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark, as it is shown now: a canvas has to be drawn again when it changes. */
export const useScheme = (): 'light' | 'dark' => {
  const theme = useTheme()
  const isSystemDark = useSyncExternalStore(subscribe, () => matchMedia(dark).matches)
  if (theme !== 'system') return theme
  return isSystemDark ? 'dark' : 'light'
}

/** A canvas does not know `light-dark()`: the browser is asked what it means here. */
export const resolvedColour = (element: HTMLElement, name: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}
