import type { PictureValue, VisItem } from '@busbar/diagrams'
import { concernOf } from '@busbar/diagrams/viewer'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { Value, type ValueProps } from '../../ui/layout/value.tsx'
import type { PictureElement } from './use-elements.ts'

export interface ElementPanelProps {
  element: PictureElement
  value: PictureValue | undefined
  /** Without a value it is typed in. */
  onWrite: (element: PictureElement, value: string | undefined) => void
  onClose: () => void
}

/** Value and actions of an element, beside the diagram so that nothing is covered. */
export const ElementPanel = ({ element, value, onWrite, onClose }: ElementPanelProps): ReactNode => {
  const { common, pictures } = useTexts()
  const { name, deviceLabel, paramId, item } = element
  const control = item?.control
  const mayUse = useHasRole(control?.role ?? 'operator')
  const close = <Button variant="quiet" icon={X} aria-label={common.close} onClick={onClose} />
  return (
    <Panel title={name} aside={close} className="md:w-86 md:shrink-0 max-md:order-first">
      <div className="flex flex-col gap-3 px-4 pb-4 text-sm">
        {deviceLabel !== '' && <p className="text-quiet">{deviceLabel}</p>}
        <ElementState value={value} />
        {(value !== undefined || control === undefined) && <ElementValue value={value} size="card" />}
        {control !== undefined &&
          (mayUse ? (
            <div className="flex flex-wrap gap-2">
              {control.kind === 'switch' && (
                <>
                  <Button onClick={() => onWrite(element, control.on ?? '1')}>{pictures.switchOn}</Button>
                  <Button onClick={() => onWrite(element, control.off ?? '0')}>{pictures.switchOff}</Button>
                </>
              )}
              {control.kind === 'button' && (
                <Button onClick={() => onWrite(element, control.on ?? '1')}>{pictures.push}</Button>
              )}
              {control.kind === 'slider' && (
                <SliderControl
                  key={element.code}
                  name={name}
                  control={control}
                  current={value?.number}
                  onSet={(chosen) => onWrite(element, chosen)}
                />
              )}
              {control.kind === 'setPoint' && (
                <Button onClick={() => onWrite(element, undefined)}>{pictures.set}</Button>
              )}
            </div>
          ) : (
            <p className="text-quiet">{pictures.noRight}</p>
          ))}
        {paramId !== undefined && (
          <div>
            <Link to="/params/$id" params={{ id: paramId }} className={buttonClass()}>
              {pictures.openChart}
            </Link>
          </div>
        )}
      </div>
    </Panel>
  )
}

type Control = NonNullable<VisItem['control']>

interface SliderControlProps {
  name: string
  control: Control
  /** Current value. */
  current: number | undefined
  onSet: (value: string) => void
}

const decimalsOf = (step: number): number => (String(step).split('.')[1] ?? '').length

/** Chooses a value between two limits. Moving it writes nothing: that is asked for, and confirmed. */
const SliderControl = ({ name, control, current, onSet }: SliderControlProps): ReactNode => {
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

/** Value of an element: an old value has its time, a failed read its reason. */
export const ElementValue = ({
  value,
  size = 'row',
}: {
  value: PictureValue | undefined
  size?: NonNullable<ValueProps['size']>
}): ReactNode => {
  const texts = useTexts()
  const { moment, time } = useFormat()
  const now = useNow()
  if (value === undefined) return <Skeleton />
  const { readOn, reason, text, quality } = value
  const isGood = quality === 'good'
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className={isGood ? '' : 'text-quiet'}>
        <Value text={text === '' ? undefined : text} size={size} />
      </span>
      {!isGood && (
        <span className="text-xs text-unknown-text">
          {reason === undefined ? texts.pictures.notKnown : reasonText(texts, reason)}
          {readOn !== undefined && (
            <>
              {', '}
              <time dateTime={readOn} title={time(readOn)}>
                {texts.pictures.asOf({ when: moment(readOn, now) })}
              </time>
            </>
          )}
        </span>
      )}
    </span>
  )
}

const words = { critical: 'fault', warning: 'warn', unknown: 'unknown' } as const

/** The sign and the word of what needs a look; nothing while all is in order. */
export const ElementState = ({ value }: { value: PictureValue | undefined }): ReactNode => {
  const { pictures } = useTexts()
  const concern = value === undefined ? 'none' : concernOf(value)
  if (concern === 'none') return null
  return <StateMark tone={concern}>{pictures.states[words[concern]]}</StateMark>
}
