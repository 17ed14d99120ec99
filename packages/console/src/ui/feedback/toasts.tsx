import { createStore, useStore } from '@busbar/ui/store'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateShape } from './state-mark.tsx'

interface Toast {
  id: number
  tone: 'ok' | 'warning' | 'critical'
  text: string
}

/** Toasts that disappear by themselves, and those that wait for the user. */
const shownMax = { passing: 4, kept: 50 } as const
const shownMs = 8000
const toasts = createStore<readonly Toast[]>([])
let count = 0

const dismiss = (id: number): void => toasts.set(toasts.get().filter((one) => one.id !== id))

const isKept = ({ tone }: Toast): boolean => tone !== 'ok'

/** Shows a message for a few seconds; warnings and failures stay until they are dismissed. */
export const toast = (text: string, tone: Toast['tone'] = 'ok'): void => {
  count += 1
  const id = count
  const all = [...toasts.get(), { id, tone, text }]
  const passing = all.filter((one) => !isKept(one)).slice(-shownMax.passing)
  const kept = all.filter(isKept).slice(-shownMax.kept)
  toasts.set(all.filter((one) => passing.includes(one) || kept.includes(one)))
  if (tone === 'ok') dismissLater(id)
}

/** Does not dismiss a toast while the pointer or the keyboard focus is on the toasts: the user is reading one of them. */
const dismissLater = (id: number): void => {
  setTimeout(() => {
    if (document.querySelector('[data-toasts]:is(:hover, :focus-within)') === null) dismiss(id)
    else dismissLater(id)
  }, shownMs)
}

/** Like `toast`, but only once the component is gone: until then it shows the outcome itself. */
export const useToastAfterClose = (): typeof toast => {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (text, tone) => {
    if (!isShown.current) toast(text, tone)
  }
}

const borders = { ok: 'border-line-strong', warning: 'border-warning', critical: 'border-critical' } as const

/** Region of toasts, rendered once by the shell. */
export const Toasts = (): ReactNode => {
  const { common, shell } = useTexts()
  const shown = useStore(toasts)
  return (
    <div
      role="region"
      aria-label={shell.messages}
      data-toasts
      className="fixed bottom-20 left-4 z-20 flex max-h-[calc(100dvh-6rem)] w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 overflow-y-auto md:bottom-4 print:hidden"
    >
      {shown.map(({ id, tone, text }) => (
        <div
          key={id}
          role={tone === 'ok' ? 'status' : 'alert'}
          className={`flex items-start gap-2.5 rounded-card border bg-floating py-2.5 pr-2 pl-3 text-sm text-ink shadow-menu ${borders[tone]}`}
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
