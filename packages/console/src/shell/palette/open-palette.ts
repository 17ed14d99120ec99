import { useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isOpen = false

const change = (next: boolean): void => {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openPalette = (): void => change(true)
export const closePalette = (): void => change(false)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsPaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)

/** Ctrl K, or Cmd K, from anywhere: by the key's place, whatever the keyboard's language. */
export const usePaletteKey = (): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      change(!isOpen)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      isOpen = false
    }
  }, [])
