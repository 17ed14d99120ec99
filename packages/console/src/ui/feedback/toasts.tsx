import { X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateShape } from './state-mark.tsx'

interface Toast {
  id: number
  tone: 'ok' | 'critical'
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

/** Says something for a few seconds. Failures stay until they are dismissed, as long as there are not too many. */
export const toast = (text: string, tone: Toast['tone'] = 'ok'): void => {
  count += 1
  const id = count
  change([...toasts, { id, tone, text }].slice(-shownMax))
  if (tone === 'ok') setTimeout(() => dismiss(id), shownMs)
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
      className="fixed bottom-20 left-4 z-20 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 md:bottom-4 print:hidden"
    >
      {shown.map(({ id, tone, text }) => (
        <div
          key={id}
          role={tone === 'critical' ? 'alert' : 'status'}
          className={`flex items-start gap-2.5 rounded-card border bg-floating py-2.5 pr-2 pl-3 text-sm text-ink shadow-menu ${tone === 'critical' ? 'border-critical' : 'border-line-strong'}`}
        >
          <StateShape tone={tone} className="mt-1" />
          <span className="min-w-0 flex-1 break-words">{text}</span>
          <button
            type="button"
            className="rounded-mark p-0.5 text-quiet hover:bg-hover hover:text-ink"
            aria-label={common.close}
            onClick={() => dismiss(id)}
          >
            <X className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}
