import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

export interface SharedPictureProps {
  object: { visId: number }
}

/** A picture to look at, and nothing to be done with it: behind a share link, or on a wall. */
export const SharedPicture = ({ object: { visId } }: SharedPictureProps): ReactNode => (
  <Picture visId={visId} className="h-[calc(100dvh-8rem)] min-h-72 rounded-card border border-line" />
)
