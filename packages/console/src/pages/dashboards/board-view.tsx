import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { AddWidget } from './add-widget.tsx'
import { Board } from './board.tsx'
import { BoardSettings } from './board-settings.tsx'
import { BoardTabs } from './board-tabs.tsx'
import { NewBoard } from './new-board.tsx'
import { useBoard } from './use-board.ts'

/** A dashboard with what can be done to it. */
export const BoardView = ({ dashboardId, title }: { dashboardId: number | null; title: string }): ReactNode => {
  const { dashboards } = useTexts()
  const isManager = useMay('manager')
  const source = useBoard(dashboardId)
  const [isArranging, setIsArranging] = useState(false)
  const { data } = source.board
  const actions = isManager && data !== undefined && (
    <>
      {data.widgets.length > 0 && (
        <Button variant={isArranging ? 'primary' : 'plain'} onClick={() => setIsArranging(!isArranging)}>
          {isArranging ? dashboards.done : dashboards.arrange}
        </Button>
      )}
      <BoardSettings dashboardId={dashboardId} title={title} data={data} onChange={source.change} />
      <NewBoard />
    </>
  )
  return (
    <Page title={title} actions={actions}>
      <BoardTabs />
      <Loaded query={source.board}>
        {(board) => (
          <>
            {isManager && <AddWidget widgets={board.widgets} onAdd={source.add} isBusy={source.isBusy} />}
            {board.widgets.length === 0 ? (
              <Panel title={dashboards.widgets}>
                <EmptyState
                  title={dashboards.none}
                  help={isManager ? dashboards.noneHelp : dashboards.noneHelpViewer}
                />
              </Panel>
            ) : (
              <Board data={board} source={source} isArranging={isArranging && isManager} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
