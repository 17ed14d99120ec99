import type { VisItem } from '@busbar/diagrams'
import { type ReactNode, useId, useState } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'

type Control = NonNullable<VisItem['control']>

interface SliderControlProps {
  name: string
  control: Control
  /** What is known now. */
  current: number | undefined
  onSet: (value: string) => void
}

const decimalsOf = (step: number): number => (String(step).split('.')[1] ?? '').length

/** Chooses a value between two limits. Moving it writes nothing: that is asked for, and confirmed. */
export const SliderControl = ({ name, control, current, onSet }: SliderControlProps): ReactNode => {
  const { pictures } = useTexts()
  const { decimal } = useFormat()
  const id = useId()
  const { min = 0, max = 100, step = 1 } = control
  const [chosen, setChosen] = useState<number | null>(null)
  const value = chosen ?? Math.min(max, Math.max(min, current ?? min))
  const digits = decimalsOf(step)
  const shown = decimal(value, { min: digits, max: digits })
  return (
    <div className="flex w-full flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {name}
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={shown}
          onChange={({ target }) => setChosen(Number(target.value))}
          className="h-8 min-w-0 flex-1 accent-accent max-md:h-11"
        />
        <output htmlFor={id} className="min-w-12 text-right font-medium">
          {shown}
        </output>
      </div>
      <div className="flex items-center justify-between text-xs text-faint">
        <span>{decimal(min, { min: 0, max: digits })}</span>
        <span>{decimal(max, { min: 0, max: digits })}</span>
      </div>
      <div>
        <Button disabled={chosen === null} onClick={() => onSet(value.toFixed(digits))}>
          {pictures.set}
        </Button>
      </div>
    </div>
  )
}
