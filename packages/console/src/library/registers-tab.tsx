import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { MapEditor } from './editor/map-editor.tsx'

/** The register map: a table to work in where it is one's own, and to read where it is not. */
export const RegistersTab = (): ReactNode => {
  const { id } = useParams({ from: '/shell/library/$id' })
  const { library } = useTexts()
  const isManager = useHasRole('manager')
  const template = useQuery(apiQuery('templates', 'get', { templateId: id }))
  return (
    <Loaded query={template}>
      {(found) => {
        const isOwn = found.orgId !== undefined
        const note = !isOwn ? library.shippedNote : isManager ? undefined : library.managersNote
        return <MapEditor key={`${id} ${found.revision ?? 0}`} template={found} readOnlyNote={note} />
      }}
    </Loaded>
  )
}
