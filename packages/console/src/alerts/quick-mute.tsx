import type { ReactNode } from 'react'
import { useMay, useOrg } from '../api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAct } from '../ui/actions/use-act.ts'
import type { Held } from './held-back.tsx'
import { muteTill } from './mute-till.rules.ts'

const changed = [['alerts']] as const

/** Mutes one alert for an hour or till tomorrow, or ends its mute, at one press. */
export const QuickMute = ({ alertId, held }: { alertId: number; held: Held | undefined }): ReactNode => {
  const { holds } = useTexts()
  const { orgId } = useOrg()
  const mayMute = useMay('manager')
  const mute = useAct('alertsBulk', 'mute', changed)
  const unmute = useAct('alertsBulk', 'unmute', changed)
  if (!mayMute) return null
  if (held?.why === 'mute') {
    return (
      <Button isChange disabled={unmute.isPending} onClick={() => unmute.mutate({ orgId, alertIds: [alertId] })}>
        {holds.unmute}
      </Button>
    )
  }
  return (['hour', 'tomorrow'] as const).map((time) => (
    <Button
      key={time}
      isChange
      disabled={mute.isPending}
      onClick={() => {
        const till = muteTill(time, '', new Date())
        if (till !== null) mute.mutate({ orgId, alertIds: [alertId], till })
      }}
    >
      {holds.quickMute[time]}
    </Button>
  ))
}
