import { useEffect } from 'react'

/** Keeps the screen on while the page is in sight, where the browser can. It lets go by itself when the page is hidden. */
export const useWakeLock = (): void => {
  useEffect(() => {
    let isOver = false
    let held: WakeLockSentinel | null = null
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused where the battery is low; tried again when the page comes into sight.
      const lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
      else held = lock
    }
    const again = (): void => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void held?.release()
    }
  }, [])
}
