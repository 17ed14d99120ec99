import { Popover } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { popupClass, signClass } from '../../ui/actions/menu-class.ts'
import { HelpOfPage } from './help-of-page.tsx'

/** Help of the page, keyboard shortcuts, and API documentation. */
export const Help = (): ReactNode => {
  const { shell } = useTexts()
  const keys = [
    ['Ctrl K', shell.keyPalette],
    ['↑ ↓ ← →', shell.keyMove],
    ['Esc', shell.keyClose],
  ] as const
  return (
    <Popover.Root>
      <Popover.Trigger className={`${signClass} max-md:hidden`} title={shell.help} aria-label={shell.help}>
        <CircleHelp className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40">
          <Popover.Popup className={`w-80 ${popupClass}`}>
            <div className="flex max-h-[85dvh] flex-col gap-3 overflow-y-auto p-3">
              <Popover.Title className="text-base font-semibold">{shell.thisPage}</Popover.Title>
              <HelpOfPage />
              <h2 className="text-base font-semibold">{shell.keys}</h2>
              <dl className="grid grid-cols-[max-content_1fr] items-start gap-x-4 gap-y-2">
                {keys.map(([key, does]) => (
                  <div key={key} className="contents">
                    <dt>
                      <kbd className="rounded-mark border border-line-strong px-1.5 font-sans text-2xs leading-4 whitespace-nowrap">
                        {key}
                      </kbd>
                    </dt>
                    <dd className="text-quiet">{does}</dd>
                  </div>
                ))}
              </dl>
              <a href="/api/v1/docs" target="_blank" rel="noreferrer" className="text-accent hover:underline">
                {shell.apiReference}
              </a>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
