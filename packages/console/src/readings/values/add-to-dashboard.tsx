import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'

export interface AddToDashboardProps {
  /** At least one; several become one chart, or a tile each. */
  paramIds: readonly number[]
}

/** The default dashboard was not made so far. */
const unmade = 0
const chartSize = { width: 8, height: 7 }

/** A button that puts values on a dashboard: as tiles, or as one chart below all that is there. */
export const AddToDashboard = ({ paramIds }: AddToDashboardProps): ReactNode => {
  const { dashboards } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={LayoutDashboard} onClick={() => setIsOpen(true)}>
        {dashboards.addTo}
      </Button>
      <Dialog title={dashboards.addTo} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <AddForm paramIds={paramIds} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const AddForm = ({ paramIds, onClose }: AddToDashboardProps & { onClose: () => void }): ReactNode => {
  const texts = useTexts()
  const { dashboards } = texts
  const { orgId } = useOrg()
  const client = useQueryClient()
  const boards = useQuery(apiQuery('boards', 'list', { orgId }))
  const [chosen, setChosen] = useState<number | null>(null)
  const [look, setLook] = useState<'number' | 'chart'>(paramIds.length > 1 ? 'chart' : 'number')
  const [isBusy, setIsBusy] = useState(false)
  const listed = boards.data ?? []
  const usual = listed.some(({ isDefault }) => isDefault) ? [] : [[unmade, dashboards.main] as const]
  const options = [...usual, ...listed.map(({ id, name }) => [id, name] as const)]
  const dashboardId = chosen ?? options[0]?.[0] ?? unmade
  const add = async (): Promise<void> => {
    setIsBusy(true)
    try {
      if (look === 'number' && dashboardId === unmade) {
        await call('dashboards', 'addWidgets', { orgId, paramIds: [...paramIds] })
      } else if (look === 'number') {
        await call('dashboards', 'addWidgetsToOne', { dashboardId, paramIds: [...paramIds] })
      } else {
        await addChart(orgId, dashboardId, paramIds)
      }
      await client.invalidateQueries({ queryKey: ['boards'] })
      toast(dashboards.added)
      onClose()
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <Choice label={dashboards.title} value={dashboardId} options={options} onChange={setChosen} />
      <Segmented
        label={dashboards.kind}
        value={look}
        options={[
          ['number', dashboards.kinds.number],
          ['chart', dashboards.kinds.chart],
        ]}
        onChange={setLook}
      />
      <div className="flex justify-end">
        <Button variant="primary" isBusy={isBusy} disabled={boards.data === undefined} onClick={() => void add()}>
          {dashboards.add}
        </Button>
      </div>
    </div>
  )
}

/** Reads the board again just before, so that it overwrites no change; should that still happen, it is done once more. */
const addChart = async (
  orgId: number,
  chosenId: number,
  paramIds: readonly number[],
  isAgain = false,
): Promise<void> => {
  // A change of nothing makes the row of the default dashboard.
  if (chosenId === unmade) await call('dashboards', 'change', { orgId })
  const made =
    chosenId === unmade ? (await call('boards', 'list', { orgId })).find((one) => one.isDefault)?.id : chosenId
  const dashboardId = made ?? chosenId
  const { version, widgets } = await call('boards', 'get', { dashboardId })
  const row = Math.max(1, ...widgets.map(({ place }) => place.row + place.height))
  const answer = await call('boards', 'save', {
    dashboardId,
    version,
    widgets: [
      ...widgets,
      {
        id: `w${crypto.randomUUID().slice(0, 13)}`,
        kind: 'chart',
        title: '',
        order: Math.max(0, ...widgets.map(({ order }) => order)) + 1,
        place: { column: 1, row, ...chartSize },
        settings: { values: paramIds.map((paramId) => ({ value: { paramId }, axis: 'left' as const })) },
      },
    ],
  })
  if (answer.result === 'changed' && !isAgain) await addChart(orgId, dashboardId, paramIds, true)
}
