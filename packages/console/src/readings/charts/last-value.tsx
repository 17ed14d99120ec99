import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'

const recentMs = 60_000

/** Of a value that has not just been read it says when it was. */
export const LastValue = ({ on, children }: { on: number | null; children: ReactNode }): ReactNode => {
  const { trouble } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  if (on === null || now - on < recentMs) return <span className="font-medium">{children}</span>
  return (
    <>
      <span className="font-medium text-quiet">{children}</span>
      <span className="block text-xs text-quiet">
        {trouble.asOf({ when: moment(new Date(on).toISOString(), now) })}
      </span>
    </>
  )
}
