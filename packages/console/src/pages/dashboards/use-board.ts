import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnswerOf, ask, call, keyOf, type RequestOf } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

export type BoardData = AnswerOf<'dashboards', 'get'>
export type Widget = BoardData['widgets'][number]
type BoardChanges = Omit<RequestOf<'dashboards', 'changeOne'>, 'dashboardId'>

export interface BoardSource {
  board: UseQueryResult<BoardData>
  light: UseQueryResult<AnswerOf<'dashboards', 'light'>>
  /** Shown at once, and as it was again if the service refuses. */
  change: (changes: BoardChanges) => Promise<void>
  add: (paramId: number) => Promise<void>
  isBusy: boolean
}

/** The board with this id, or the organization's default one. Values are asked again as often as its settings say. */
export const useBoard = (dashboardId: number | null): BoardSource => {
  const { orgId } = useOrg()
  const client = useQueryClient()
  const texts = useTexts()
  const queryKey =
    dashboardId === null ? keyOf('dashboards', 'get', { orgId }) : keyOf('dashboards', 'getOne', { dashboardId })
  const board = useQuery<BoardData>({
    queryKey,
    queryFn: ({ signal }) =>
      dashboardId === null
        ? call('dashboards', 'get', { orgId }, signal)
        : call('dashboards', 'getOne', { dashboardId }, signal),
  })
  const refetchInterval = (board.data?.settings.refreshSec ?? 30) * 1000
  const light = useQuery({
    ...(dashboardId === null ? ask('dashboards', 'light', { orgId }) : ask('dashboards', 'lightOne', { dashboardId })),
    refetchInterval,
  })
  const onError = (error: Error): void => toast(errorText(texts, error), 'critical')
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: ['dashboards'] })
  const change = useMutation({
    mutationFn: ({ name, ...changes }: BoardChanges) =>
      dashboardId === null
        ? call('dashboards', 'change', { orgId, ...changes })
        : call('dashboards', 'changeOne', { dashboardId, ...changes, ...(name !== undefined && { name }) }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<BoardData>(queryKey, (before) => before && changed(before, changes))
    },
    onError,
    onSettled,
  })
  const add = useMutation({
    mutationFn: (paramId: number) =>
      dashboardId === null
        ? call('dashboards', 'addWidgets', { orgId, paramIds: [paramId] })
        : call('dashboards', 'addWidgetsToOne', { dashboardId, paramIds: [paramId] }),
    onError,
    onSettled,
  })
  // The operations show their errors themselves.
  const done = (act: Promise<unknown>): Promise<void> =>
    act.then(
      () => {},
      () => {},
    )
  return {
    board,
    light,
    change: (changes) => done(change.mutateAsync(changes)),
    add: (paramId) => done(add.mutateAsync(paramId)),
    isBusy: change.isPending || add.isPending,
  }
}

/** How a board looks after a change. */
const changed = (board: BoardData, { settings, widgetOrder, removeParamIds = [] }: BoardChanges): BoardData => {
  const order = new Map(widgetOrder?.map((id, place) => [id, place]))
  const widgets = board.widgets
    .filter(({ id }) => !removeParamIds.includes(id))
    .toSorted((a, b) => (order.get(a.id) ?? order.size) - (order.get(b.id) ?? order.size))
  const { columns = board.settings.columns, refreshSec = board.settings.refreshSec } = settings ?? {}
  return { ...board, widgets, settings: { columns, refreshSec } }
}
