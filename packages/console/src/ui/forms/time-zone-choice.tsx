import { zoneNames } from '@busbar/ui/time-zones'
import { type ReactNode, useMemo } from 'react'
import { Choice, type ChoiceProps } from './fields.tsx'

/** Choice of a time zone by any of its names. */
export const TimeZoneChoice = (props: Omit<ChoiceProps<string>, 'options'>): ReactNode => {
  const { value } = props
  const options = useMemo(
    () => zoneNames(Intl.supportedValuesOf('timeZone'), value).map((name) => [name, name] as const),
    [value],
  )
  return <Choice {...props} options={options} />
}
