import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useOwnZone } from '../data/state/preferences.ts'
import { serverNow } from '../data/state/server-time.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { type AlertHold, muteTill } from './mute.rules.ts'

const changed = [['alerts']] as const

export interface MuteControl {
  isBusy: boolean
  mute: (time: 'hour' | 'tomorrow') => void
  unmute: () => void
}

/** Mutes one alert, or ends its mute. */
export const useMuting = (alertId: number): MuteControl => {
  const zone = useOwnZone()
  const { orgId } = useOrg()
  const mute = useAction('alertsBulk', 'mute', changed)
  const unmute = useAction('alertsBulk', 'unmute', changed)
  return {
    isBusy: mute.isPending || unmute.isPending,
    mute: (time) => {
      const till = muteTill(time, '', new Date(serverNow()), zone)
      if (till !== null) mute.mutate({ orgId, alertIds: [alertId], till })
    },
    unmute: () => unmute.mutate({ orgId, alertIds: [alertId] }),
  }
}

export interface QuickMuteProps {
  alertId: number
  held: AlertHold | undefined
  times?: readonly ('hour' | 'tomorrow')[]
  className?: string
}

/** Mutes one alert for an hour or till tomorrow, or ends its mute, at one press. */
export const QuickMute = ({
  alertId,
  held,
  times = ['hour', 'tomorrow'],
  className = '',
}: QuickMuteProps): ReactNode => {
  const { holds } = useTexts()
  const mayMute = useHasRole('manager')
  const { isBusy, mute, unmute } = useMuting(alertId)
  if (!mayMute) return null
  if (held?.why === 'mute') {
    return (
      <Button isChange className={className} disabled={isBusy} onClick={unmute}>
        {holds.unmute}
      </Button>
    )
  }
  return times.map((time) => (
    <Button key={time} isChange icon={BellOff} className={className} disabled={isBusy} onClick={() => mute(time)}>
      {holds.quickMute[time]}
    </Button>
  ))
}
