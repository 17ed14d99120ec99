import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { type ReadOutcome, useReadAll } from './use-read-all.ts'

export interface ReadNowButtonProps {
  deviceId: number
  /** Told instead of a toast. */
  onOutcome?: (outcome: ReadOutcome) => void
}

/** Asks the device now, and says what came of it. */
export const ReadNowButton = ({ deviceId, onOutcome }: ReadNowButtonProps): ReactNode => {
  const texts = useTexts()
  const { device } = texts
  const { duration, number } = useFormat()
  const ids = useQuery(apiQuery('devices', 'params', { deviceId })).data?.map(({ id }) => id) ?? []
  const showOutcome = (outcome: ReadOutcome): void => {
    if (onOutcome !== undefined) return onOutcome(outcome)
    const { read: count, failed, tookMs } = outcome
    const [reason] = failed.keys()
    if (count === 0 && reason !== undefined)
      toast(device.readNothing({ reason: reasonText(texts, reason) }), 'critical')
    else toast(device.readDone({ some: number(count), all: number(ids.length), time: duration(tookMs) }))
  }
  const read = useReadAll(showOutcome)
  return (
    <Button
      icon={RefreshCw}
      isChange
      isBusy={read.isPending}
      disabled={ids.length === 0}
      onClick={() => read.mutate(ids)}
    >
      {device.askNow}
    </Button>
  )
}
