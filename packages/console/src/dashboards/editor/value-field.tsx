import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import type { ParamChoice } from '../../readings/values/param-choices.rules.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import type { ValueRef } from '../values/board.ts'

export interface ValueFieldProps {
  label: string
  /** `many`: each that is chosen is added somewhere. */
  value: ValueRef | 'many'
  /** The device of which values are chosen by their names; null: they are found among all. */
  ofDevice: number | null
  isWritten?: boolean
  onChange: (value: ValueRef) => void
}

/** Chooses a value: of all devices, or on a board for any device of a template one that its devices have. */
export const ValueField = ({ label, value, ofDevice, isWritten = false, onChange }: ValueFieldProps): ReactNode => {
  if (ofDevice !== null) {
    return <KeyField label={label} value={value} deviceId={ofDevice} isWritten={isWritten} onChange={onChange} />
  }
  const isOffered = ({ isTracked, isProgrammable }: ParamChoice): boolean => isTracked && (!isWritten || isProgrammable)
  const paramId = value === 'many' ? value : 'paramId' in value ? value.paramId : null
  return (
    <ParamSearch
      // Another widget has another field.
      key={String(paramId)}
      label={label}
      paramId={paramId}
      isOffered={isOffered}
      onChoose={({ id }) => onChange({ paramId: id })}
    />
  )
}

interface KeyFieldProps extends Omit<ValueFieldProps, 'ofDevice'> {
  deviceId: number
}

const KeyField = ({ label, value, deviceId, isWritten = false, onChange }: KeyFieldProps): ReactNode => {
  const { dashboards } = useTexts()
  const language = useLanguage()
  const params = useQuery(apiQuery('devices', 'params', { deviceId }))
  const offered = (params.data ?? []).filter((one) => one.isTracked && (!isWritten || one.isProgrammable))
  const known = value === 'many' || !('key' in value) ? '' : value.key
  const options = offered.map(({ slug, name }) => [slug, paramText(name, language)] as const)
  const first = options.some(([slug]) => slug === known)
    ? []
    : [[known, known === '' ? dashboards.choose : known] as const]
  return (
    <Choice
      label={label}
      value={known}
      options={[...first, ...options]}
      onChange={(key) => key !== '' && onChange({ key })}
    />
  )
}
