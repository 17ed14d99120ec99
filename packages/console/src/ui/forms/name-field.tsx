import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { TextField } from './fields.tsx'

/** Name field, which rejects spaces only. */
export const NameField = ({ name, onChange }: { name: string; onChange: (name: string) => void }): ReactNode => {
  const { common } = useTexts()
  return (
    <TextField
      label={common.name}
      value={name}
      maxLength={200}
      pattern=".*\S.*"
      required
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
