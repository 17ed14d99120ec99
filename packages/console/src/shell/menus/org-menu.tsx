import { Menu } from '@base-ui/react/menu'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Org } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { itemClass, popupClass } from '../../ui/actions/menu-class.ts'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { useSwitchOrg } from '../use-switch-org.ts'
import { OrgName } from './org-name.tsx'

export interface OrgMenuProps {
  org: Org
  all: readonly Org[]
}

/** Looks at another organization. */
export const OrgMenu = ({ org, all }: OrgMenuProps): ReactNode => {
  const { shell } = useTexts()
  const switchOrg = useSwitchOrg()
  return (
    <Menu.Root>
      <Menu.Trigger className="flex min-w-0 flex-1 items-center hover:bg-hover focus-visible:-outline-offset-2">
        <span className="sr-only">{shell.organization}: </span>
        <OrgName org={org} />
        <ChevronsUpDown
          className="mr-3 size-4 shrink-0 text-quiet max-wide:hidden"
          strokeWidth={1.75}
          aria-hidden="true"
        />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} align="start" className="z-40">
          <Menu.Popup className={`max-h-[70dvh] w-72 overflow-y-auto ${popupClass}`}>
            <Menu.RadioGroup value={org.orgId} onValueChange={(orgId: number) => switchOrg(orgId)}>
              <p className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">{shell.organizations}</p>
              {all.map(({ orgId, orgName, userRole }) => (
                <Menu.RadioItem key={orgId} value={orgId} closeOnClick className={itemClass}>
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">
                      <ShortName name={orgName} />
                    </span>
                    <span className="block text-xs text-faint">{shell.roles[userRole]}</span>
                  </span>
                  <Menu.RadioItemIndicator>
                    <Check className="size-4 text-accent" strokeWidth={1.75} aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
