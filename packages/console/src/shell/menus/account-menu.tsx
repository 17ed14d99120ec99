import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useSession } from '../../data/state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { popupClass } from '../../ui/actions/menu-class.ts'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { AccountPanel } from './account-panel.tsx'

/** The first letters of two words. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toLocaleUpperCase())
    .join('')

/** The signed-in user, with a menu for preferences and sign-out. */
export const AccountMenu = (): ReactNode => {
  const { shell } = useTexts()
  const email = useSession()?.email ?? ''
  const user = useQuery(apiQuery('sessions', 'user', {}))
  const name = user.data?.name ?? email
  return (
    <Popover.Root>
      <Popover.Trigger className="flex min-h-13 w-full items-center gap-2.5 px-3 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 max-wide:justify-center max-wide:px-0">
        <span className="sr-only">{shell.account}: </span>
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-pressed text-2xs font-semibold text-quiet"
        >
          {initialsOf(name)}
        </span>
        <span className="min-w-0 flex-1 max-wide:sr-only">
          <ShortName name={name} />
        </span>
        <ChevronsUpDown className="size-4 shrink-0 text-quiet max-wide:hidden" strokeWidth={1.75} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup className={`w-72 ${popupClass}`}>
            <div className="flex max-h-[85dvh] flex-col gap-4 overflow-y-auto p-3">
              <div className="min-w-0">
                <Popover.Title className="truncate text-base font-semibold">{name}</Popover.Title>
                <p className="truncate text-quiet">{email}</p>
              </div>
              <AccountPanel />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
