import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Left out: there is no way around it, and it stands above everything. */
  onClose?: () => void
  children: ReactNode
}

/** A question in front of the page. It holds the focus, Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({ title, isOpen, onClose, children }: DialogProps): ReactNode => {
  const { common } = useTexts()
  const layer = onClose === undefined ? 'z-50' : 'z-30'
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={`fixed inset-0 ${layer} bg-[#000a]`} />
        <Base.Popup
          // Not for what may be open below.
          onKeyDown={(event) => onClose === undefined && event.key === 'Escape' && event.stopPropagation()}
          className={`fixed top-1/2 left-1/2 ${layer} flex max-h-[calc(100dvh-2rem)] w-[30rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-part border border-edge bg-surface text-ink shadow-lg`}
        >
          <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
            <Base.Title className="min-w-0 text-base font-semibold break-words">{title}</Base.Title>
            {onClose !== undefined && (
              <Base.Close className="min-h-8 min-w-8 text-quiet hover:text-ink" aria-label={common.close}>
                ✕
              </Base.Close>
            )}
          </header>
          <div className="overflow-y-auto p-4">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
