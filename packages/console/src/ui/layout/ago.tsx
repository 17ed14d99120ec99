import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'

/** How long ago, kept up to date; the exact time when pointed at. */
export const Ago = ({ iso }: { iso: string | undefined }): ReactNode => {
  const { ago, exact } = useFormat()
  const { common } = useTexts()
  const now = useNow()
  if (iso === undefined) return common.never
  return (
    <time dateTime={iso} title={exact(iso)}>
      {ago(iso, now)}
    </time>
  )
}
