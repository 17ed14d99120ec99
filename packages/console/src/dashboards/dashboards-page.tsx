import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Page, Panel } from '../ui/layout/page.tsx'
import { BoardMenu } from './board-menu.tsx'
import { BoardPage } from './board-page.tsx'
import { BoardTabs } from './board-tabs.tsx'

/** The organization's default dashboard, from which the others are reached. */
export const DashboardsPage = (): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const list = useQuery(apiQuery('boards', 'list', { orgId }))
  const found = list.data?.find(({ isDefault }) => isDefault)
  if (found !== undefined) return <BoardPage key={found.id} dashboardId={found.id} />
  return (
    <Page title={dashboards.title} actions={<BoardMenu />}>
      <BoardTabs />
      <Loaded query={list}>{() => <NoBoard />}</Loaded>
    </Page>
  )
}

/** Shown before the first dashboard exists. */
const NoBoard = (): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const navigate = useNavigate()
  // A change of nothing makes the row of the default dashboard.
  const make = useAction('dashboards', 'change', [['boards', 'list']])
  return (
    <Panel title={dashboards.widgets}>
      <EmptyState
        icon={LayoutDashboard}
        title={dashboards.none}
        help={isManager ? dashboards.noneHelp : dashboards.noneHelpViewer}
        action={
          isManager && (
            <Button
              variant="primary"
              isBusy={make.isPending}
              onClick={() =>
                make.mutate(
                  { orgId },
                  { onSuccess: () => void navigate({ to: '/dashboards', search: { edit: true } }) },
                )
              }
            >
              {dashboards.edit}
            </Button>
          )
        }
      />
    </Panel>
  )
}
