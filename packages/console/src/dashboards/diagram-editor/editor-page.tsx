import type { Faceplates, Vis } from '@busbar/diagrams'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EditorView } from './editor-view.tsx'

/** Diagram editor; without permission or on a small screen it shows why it cannot be used. */
export const EditorPage = (): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const { id } = useParams({ from: '/shell/pictures/$id/edit' })
  const mayDraw = useHasRole('manager')
  const client = useQueryClient()
  const vis = useQuery(apiQuery('visualizations', 'get', { visId: id }))
  // Changes saved by others do not replace the edited diagram: only saving or discarding loads the current version.
  const [begun, setBegun] = useState<Vis | null>(null)
  if (vis.data !== undefined && begun?.id !== id) setBegun(vis.data)
  const reload = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['visualizations'] })
    setBegun(await client.fetchQuery(apiQuery('visualizations', 'get', { visId: id })))
  }
  const list = useQuery(apiQuery('visualizations', 'overview', { orgId }))
  const visIds = (list.data ?? []).filter((one) => one.kind === 'faceplate' && one.id !== id).map((one) => one.id)
  const found = useQuery({ ...apiQuery('visualizations', 'infoOfMany', { orgId, visIds }), enabled: visIds.length > 0 })
  const plateList = found.data ?? []
  const plates: Faceplates = useMemo(() => new Map(found.data?.map((one) => [one.id, one])), [found.data])
  const isReady = list.data !== undefined && (visIds.length === 0 || found.data !== undefined)
  if (!mayDraw) {
    return (
      <Page title={pictures.title}>
        <Notice>{pictures.editor.noRight}</Notice>
      </Page>
    )
  }
  if (begun?.id !== id || !isReady) {
    return (
      <Page title={vis.data?.name ?? pictures.title}>
        <Loaded query={vis}>{() => null}</Loaded>
      </Page>
    )
  }
  return (
    <EditorView
      key={`${id} ${begun.version}`}
      vis={begun}
      plates={plates}
      plateList={plateList}
      onReload={() => void reload()}
    />
  )
}
