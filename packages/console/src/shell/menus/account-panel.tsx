import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrgIfAny } from '../../api/use-org.tsx'
import { PushSection } from '../../push/push-section.tsx'
import { useOwnZone } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { PreferenceChoices } from '../../ui/forms/preference-choices.tsx'
import { askAndSignOut } from '../sign-out.ts'
import { OtherSessions } from './other-sessions.tsx'

/** How the console looks, where else the user is signed in, and the way out. */
export const AccountPanel = (): ReactNode => {
  const zone = useOwnZone()
  const { common, shell } = useTexts()
  const org = useOrgIfAny()
  const maySee = org !== null && org.userRole !== 'demo'
  return (
    <>
      <PreferenceChoices />
      <p className="text-xs text-faint">{common.timesIn(zone)}</p>
      {maySee && <PushSection orgId={org.orgId} />}
      <OtherSessions />
      <Button icon={LogOut} onClick={() => void askAndSignOut()}>
        {shell.signOut}
      </Button>
    </>
  )
}
