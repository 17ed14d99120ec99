import type { ReactNode } from 'react'
import type { PolledDevice } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { healthOf, tones } from '../ui/feedback/device-health.rules.ts'
import { StateMark } from '../ui/feedback/state-mark.tsx'

/** How a device does, in a word: what keeps it from being read, if anything does. */
export const DeviceState = ({ device }: { device: PolledDevice }): ReactNode => {
  const { health, trouble } = useTexts()
  const state = healthOf(device)
  const text = device.trouble === undefined ? health[state] : trouble.kinds[device.trouble.kind]
  return <StateMark tone={tones[state]}>{text}</StateMark>
}
