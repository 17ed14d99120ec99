import type { PictureValue } from '@busbar/diagrams'
import { concernOf } from '@busbar/diagrams/viewer'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Value, type ValueProps } from '../../ui/layout/value.tsx'

/** A value of a picture: what is old has its time beside it, what was not read says why. */
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
