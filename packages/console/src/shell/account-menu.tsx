import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../api/ask.ts'
import { zone } from '../format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { PreferenceChoices } from '../ui/forms/preference-choices.tsx'
import { OtherSessions } from './other-sessions.tsx'
import { askAndSignOut } from './sign-out.ts'

/** Who is signed in, how the console looks, and the way out. */
export const AccountMenu = (): ReactNode => {
  const { common, shell } = useTexts()
  const user = useQuery(ask('sessions', 'user', {}))
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClass()} aria-label={shell.account}>
        <svg viewBox="0 0 16 16" className="size-4 fill-current" aria-hidden="true">
          <path d="M8 8a3.5 3.5 0 100-7 3.5 3.5 0 000 7zm-7 7c.6-3.4 3.3-5.5 7-5.5s6.4 2.1 7 5.5z" />
        </svg>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-30">
          <Popover.Popup className="flex w-64 flex-col gap-4 rounded-part border border-edge bg-surface p-4 text-ink shadow-lg">
            <Popover.Title className="min-w-0 truncate text-base font-semibold">
              {user.data?.name ?? shell.account}
            </Popover.Title>
            {user.data?.email !== undefined && <p className="-mt-3 truncate text-sm text-quiet">{user.data.email}</p>}
            <PreferenceChoices />
            <p className="text-sm text-quiet">{common.timesIn(zone)}</p>
            <OtherSessions />
            <Button onClick={() => void askAndSignOut()}>{shell.signOut}</Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
