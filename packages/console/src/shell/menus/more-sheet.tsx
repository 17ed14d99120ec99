import { Link } from '@tanstack/react-router'
import { Ellipsis, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { openPalette } from '../palette/open-palette.ts'
import { tabClass } from '../tab-class.ts'
import type { MenuEntry } from '../use-entries.ts'
import { useSwitchOrg } from '../use-switch-org.ts'
import { AccountPanel } from './account-panel.tsx'
import { HelpOfPage } from './help-of-page.tsx'
import type { OrgMenuProps } from './org-menu.tsx'

const rowClass = 'flex min-h-11 items-center gap-3 rounded-part px-2 text-base font-medium hover:bg-hover'

export interface MoreSheetProps extends OrgMenuProps {
  further: readonly MenuEntry[]
}

/** Entries that do not fit into the bar of a phone. */
export const MoreSheet = ({ org, all, further }: MoreSheetProps): ReactNode => {
  const { shell } = useTexts()
  const switchOrg = useSwitchOrg()
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  return (
    <>
      <button type="button" className={tabClass} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Ellipsis className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {shell.more}
      </button>
      <Dialog title={org.orgName} isOpen={isOpen} onClose={close}>
        <div className="flex flex-col gap-4">
          <div className="-mx-2 flex flex-col">
            <button
              type="button"
              className={rowClass}
              onClick={() => {
                close()
                openPalette()
              }}
            >
              <Search className="size-5 text-quiet" strokeWidth={1.75} aria-hidden="true" /> {shell.search}
            </button>
            {further.map(({ to, text, icon: Icon }) => (
              <Link key={to} to={to} className={rowClass} onClick={close}>
                <Icon className="size-5 text-quiet" strokeWidth={1.75} aria-hidden="true" /> {text}
              </Link>
            ))}
          </div>
          {all.length > 1 && (
            <Choice
              label={shell.organization}
              value={org.orgId}
              options={all.map(({ orgId, orgName }) => [orgId, orgName] as const)}
              onChange={switchOrg}
            />
          )}
          <details>
            <summary className="min-h-11 content-center font-medium">{shell.thisPage}</summary>
            <HelpOfPage />
          </details>
          <AccountPanel />
        </div>
      </Dialog>
    </>
  )
}
