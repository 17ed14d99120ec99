import type { ReactNode } from 'react'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { TextField } from './fields.tsx'

/** The code of a second factor. Browsers and password managers know it by its name. */
export const FactorField = ({ error }: { error?: string | undefined }): ReactNode => {
  const { signIn } = useFirstTexts()
  return (
    <TextField
      label={signIn.secondFactor}
      hint={signIn.secondFactorHelp}
      error={error}
      name="secondFactor"
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      minLength={6}
      maxLength={40}
      autoFocus
      required
    />
  )
}
