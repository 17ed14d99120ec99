import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** A page threw. The others still work, so the shell around it stays. */
export const Broken = ({ reset }: { reset: () => void }): ReactNode => {
  const { common, shell } = useTexts()
  return (
    <Page title={shell.broken}>
      <EmptyState title={shell.brokenHelp} action={<Button onClick={reset}>{common.retry}</Button>} />
    </Page>
  )
}

export const NotFound = (): ReactNode => {
  const { shell } = useTexts()
  return (
    <Page title={shell.notFound}>
      <EmptyState
        title={shell.notFoundHelp}
        action={
          <Link to="/overview" className={buttonClass()}>
            {shell.overview}
          </Link>
        }
      />
    </Page>
  )
}
