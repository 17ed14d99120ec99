import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { AvailabilityStrip } from '../../devices/availability-strip.tsx'
import { sharePercent } from '../../devices/strip.rules.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'

const staleTime = 60_000
const dayMs = 86_400_000

/** How much of the last 24 hours the device was read. */
export const DayPanel = ({ deviceId }: { deviceId: number }): ReactNode => {
  const { device } = useTexts()
  const { number } = useFormat()
  const day = useQuery({ ...ask('availability', 'device', { deviceId, days: 1, steps: 96 }), staleTime })
  return (
    <Panel title={device.stateOfDay}>
      <Loaded query={day}>
        {({ share, steps }) => (
          <div className="px-4 pb-4 text-sm text-quiet">
            <AvailabilityStrip
              steps={steps}
              share={share}
              fromMs={Date.parse(steps[0]?.from ?? '')}
              stepMs={dayMs / Math.max(1, steps.length)}
              label={device.stateOfDay}
              className="h-6"
            />
            <p className="pt-2">{share === null ? device.notAsked : device.readShare(number(sharePercent(share)))}</p>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
