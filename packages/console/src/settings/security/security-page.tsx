import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { ProvidersPanel } from './providers-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** How the user signs in, and where they are signed in. */
export const SecurityPage = (): ReactNode => {
  const { profile } = useTexts()
  return (
    <Page title={profile.securityTitle}>
      <FactorPanel />
      <PasskeysPanel />
      <ProvidersPanel />
      <SessionsPanel />
    </Page>
  )
}
