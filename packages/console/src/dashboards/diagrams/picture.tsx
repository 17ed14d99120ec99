import type { Vis } from '@busbar/diagrams'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { LiveDrawing } from './live-drawing.tsx'
import { useElements } from './use-elements.ts'
import { usePictureValues } from './use-picture-values.ts'

export interface PictureProps {
  visId: number
  /** When a thing is chosen; without it the picture is only looked at. */
  onPick?: (code: string) => void
  picked?: string | undefined
  className?: string
}

/** A picture by its id, live, for wherever one is wanted. */
export const Picture = ({ visId, ...rest }: PictureProps): ReactNode => {
  const vis = useQuery(apiQuery('visualizations', 'get', { visId }))
  return <Loaded query={vis}>{(found) => <LivePicture vis={found} {...rest} />}</Loaded>
}

const LivePicture = ({
  vis,
  onPick,
  picked,
  className = '',
}: Omit<PictureProps, 'visId'> & { vis: Vis }): ReactNode => {
  const values = usePictureValues(vis)
  const elements = useElements(vis)
  return (
    <LiveDrawing
      name={vis.name}
      source={vis.source}
      values={values.data}
      {...(onPick !== undefined && { elements, onPick })}
      picked={picked}
      className={className}
    />
  )
}
