import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { fieldClass, Labelled } from '../../ui/forms/fields.tsx'

interface PasswordFieldProps {
  label: string
  hint?: string
  /** A new one has a least length, and is not offered from those that are kept. */
  isNew?: boolean
}

/** Password field whose input can be shown. */
export const PasswordField = ({ label, hint, isNew = false }: PasswordFieldProps): ReactNode => {
  const { signIn } = useFirstTexts()
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Labelled label={label} hint={hint}>
      {(ties) => (
        <span className="relative flex">
          <input
            {...ties}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            minLength={isNew ? 10 : undefined}
            spellCheck={false}
            autoCapitalize="none"
            required
            className={`${fieldClass} flex-1 pr-10`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={signIn.showTyped}
            title={signIn.showTyped}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-part text-quiet hover:text-ink focus-visible:-outline-offset-2"
          >
            <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </button>
        </span>
      )}
    </Labelled>
  )
}
