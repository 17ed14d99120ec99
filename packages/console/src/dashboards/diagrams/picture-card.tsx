import type { PictureValues, Vis } from '@busbar/diagrams'
import { countsOf } from '@busbar/diagrams/viewer'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { LiveDrawing } from './picture.tsx'

/** A picture in the list: small, as it looks now, with what is abnormal in it. */
export const PictureCard = ({ vis, values }: { vis: Vis; values: PictureValues | undefined }): ReactNode => {
  const { pictures } = useTexts()
  const counts = countsOf(values ?? {})
  const isFaceplate = vis.kind === 'faceplate'
  return (
    <article className="relative overflow-clip rounded-card border border-line bg-surface hover:border-line-strong">
      <div inert className="pointer-events-none border-b border-line" aria-hidden="true">
        <LiveDrawing name={vis.name} source={vis.source} values={isFaceplate ? undefined : values} className="h-48" />
      </div>
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 px-4 py-2.5">
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-words">
            <Link
              to="/pictures/$id"
              params={{ id: vis.id }}
              className="underline-offset-3 after:absolute after:inset-0 hover:underline"
            >
              {vis.name}
            </Link>
          </h2>
          <p className="text-sm text-quiet">{isFaceplate ? pictures.faceplate : vis.group}</p>
        </div>
        {!isFaceplate && <AbnormalBadges counts={counts} />}
      </div>
    </article>
  )
}

/** Counts of abnormal elements; nothing while all are normal. */
export const AbnormalBadges = ({ counts }: { counts: ReturnType<typeof countsOf> }): ReactNode => {
  const { pictures } = useTexts()
  return (
    <div className="flex flex-wrap gap-1.5">
      {counts.critical > 0 && <Badge tone="critical">{pictures.faults({ count: counts.critical })}</Badge>}
      {counts.warning > 0 && <Badge tone="warning">{pictures.warnings({ count: counts.warning })}</Badge>}
      {counts.unknown > 0 && <Badge tone="unknown">{pictures.notRead({ count: counts.unknown })}</Badge>}
    </div>
  )
}
