import { useEffect, useEffectEvent } from 'react'

export interface PointerDrag {
  /** Follows while something is held. */
  isOn: boolean
  /** Names what the pointer may be over: that attribute of an element. */
  attribute: `data-${string}`
  /** Undefined outside of all targets. */
  onOver: (id: string | undefined) => void
  onDrop: () => void
  onCancel: () => void
}

/** Follows the pointer, wherever it goes, until it is let go. */
export const usePointer = ({ isOn, attribute, onOver, onDrop, onCancel }: PointerDrag): void => {
  const over = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const found = document.elementFromPoint(clientX, clientY)?.closest(`[${attribute}]`)
    onOver(found?.getAttribute(attribute) ?? undefined)
  })
  const drop = useEffectEvent(onDrop)
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    if (!isOn) return
    const leave = new AbortController()
    const { signal } = leave
    window.addEventListener('pointermove', (event) => over(event), { signal })
    window.addEventListener('pointerup', () => drop(), { signal })
    window.addEventListener('pointercancel', () => cancel(), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
    return () => leave.abort()
  }, [isOn])
}
