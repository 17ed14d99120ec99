import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import type { PolledDevice } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Ago } from '../ui/layout/ago.tsx'

/** When a device was last read well. Of one that is not read now it is a time, and never "now". */
export const LastGoodRead = ({ device }: { device: PolledDevice }): ReactNode => {
  const { common } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const { lastGoodReadOn, trouble } = device
  if (lastGoodReadOn === undefined) return common.never
  if (trouble === undefined) return <Ago iso={lastGoodReadOn} />
  return (
    <time dateTime={lastGoodReadOn} title={exact(lastGoodReadOn)} className="text-quiet">
      {moment(lastGoodReadOn, now)}
    </time>
  )
}
