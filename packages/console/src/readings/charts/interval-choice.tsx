import { chosenStep, stepFor, stepsFor } from '@busbar/charts/tiles'
import type { TimeWindow } from '@busbar/charts/window'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'

interface IntervalChoiceProps {
  view: TimeWindow
  widthPx: number
  /** What is chosen; without it the width decides. */
  everySec: number | undefined
  onChange: (everySec: number | undefined) => void
}

/** Over how long a point is the mean. */
export const IntervalChoice = ({ view, widthPx, everySec, onChange }: IntervalChoiceProps): ReactNode => {
  const { charts } = useTexts()
  const { span } = useFormat()
  const isChosen = everySec !== undefined && chosenStep(view, widthPx, everySec) === everySec * 1000
  return (
    <Choice<number>
      label={charts.interval}
      isLabelHidden
      value={isChosen ? everySec : 0}
      options={[
        [0, widthPx === 0 ? charts.auto : charts.autoOf({ span: span(stepFor(view, widthPx)) })],
        ...stepsFor(view).map((stepMs) => [stepMs / 1000, span(stepMs)] as const),
      ]}
      onChange={(every) => onChange(every === 0 ? undefined : every)}
    />
  )
}
