import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'

export interface DeviceChoiceProps {
  devices: AnswerOf<'boards', 'devices'>
  chosen: number | null
  onChoose: (id: number) => void
}

/** Which device of its template a board shows. Devices that are named alike have their networks beside them. */
export const DeviceChoice = ({ devices, chosen, onChoose }: DeviceChoiceProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const isAlike = (name: string): boolean => devices.filter((one) => one.name === name).length > 1
  const options = devices.map(({ id, name, netName }) => [id, isAlike(name) ? `${name} · ${netName}` : name] as const)
  const none = options.some(([id]) => id === chosen)
    ? []
    : [[chosen ?? 0, chosen === null ? dashboards.choose : `#${chosen}`] as const]
  return (
    <Choice
      label={common.device}
      value={chosen ?? 0}
      options={[...none, ...options]}
      onChange={(id) => id > 0 && onChoose(id)}
      isLabelHidden
    />
  )
}
