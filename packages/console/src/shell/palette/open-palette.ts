import { createStore, useStore } from '@busbar/ui/store'
import { useEffect } from 'react'

const isOpen = createStore(false)

export const openPalette = (): void => isOpen.set(true)
export const closePalette = (): void => isOpen.set(false)

export const useIsPaletteOpen = (): boolean => useStore(isOpen)

/** Ctrl K, or Cmd K, from anywhere: by the key's place, whatever the keyboard's language. */
export const usePaletteKey = (): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      isOpen.set(!isOpen.get())
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      isOpen.set(false)
    }
  }, [])
