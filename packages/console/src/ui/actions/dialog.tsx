import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Left out: there is no way around it, and it stands above everything. */
  onClose?: () => void
  children: ReactNode
}

/** A question in front of the page. It holds the focus, Escape closes it, and the focus goes back to where it was. A phone shows it as a sheet from below. */
export const Dialog = ({ title, isOpen, onClose, children }: DialogProps): ReactNode => {
  const { common } = useTexts()
  const layer = onClose === undefined ? 'z-50' : 'z-30'
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={`fixed inset-0 ${layer} bg-scrim`} />
        <Base.Popup
          // Prevents dialogs below from closing.
          onKeyDown={(event) => onClose === undefined && event.key === 'Escape' && event.stopPropagation()}
          className={`fixed ${layer} flex max-h-[calc(100dvh-2rem)] flex-col border border-line bg-floating text-sm text-ink shadow-dialog max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-sheet md:top-1/2 md:left-1/2 md:w-[30rem] md:max-w-[calc(100vw-2rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-sheet`}
        >
          <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-1">
            <Base.Title className="min-w-0 pt-0.5 text-lg font-semibold break-words">{title}</Base.Title>
            {onClose !== undefined && (
              <Base.Close
                className="-mr-2 grid size-8 shrink-0 place-items-center rounded-part text-quiet hover:bg-hover hover:text-ink"
                aria-label={common.close}
              >
                <X className="size-4" strokeWidth={1.75} aria-hidden="true" />
              </Base.Close>
            )}
          </header>
          <div className="overflow-y-auto px-5 pt-2 pb-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
