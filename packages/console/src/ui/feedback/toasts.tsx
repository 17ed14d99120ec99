import { type ReactNode, useSyncExternalStore } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from './notice.tsx'

interface Toast {
  id: number
  tone: 'info' | 'fault'
  text: string
}

const shownMax = 4
const shownMs = 8000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let count = 0

const change = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number): void => change(toasts.filter((one) => one.id !== id))

/** Says something for a few seconds. Faults stay until they are dismissed, as long as there are not too many. */
export const toast = (text: string, tone: Toast['tone'] = 'info'): void => {
  count += 1
  const id = count
  change([...toasts, { id, tone, text }].slice(-shownMax))
  if (tone === 'info') setTimeout(() => dismiss(id), shownMs)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts are; the shell has it once. */
export const Toasts = (): ReactNode => {
  const { common, shell } = useTexts()
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="region"
      aria-label={shell.messages}
      className="fixed right-4 bottom-20 z-20 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2 md:bottom-4"
    >
      {shown.map(({ id, tone, text }) => (
        <Notice key={id} tone={tone}>
          <div className="flex items-start justify-between gap-3">
            <span>{text}</span>
            <button type="button" className="px-1" aria-label={common.close} onClick={() => dismiss(id)}>
              ✕
            </button>
          </div>
        </Notice>
      ))}
    </div>
  )
}
