import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'

/** Of an invitation that no mail takes along. What comes after # is never sent. */
export const InvitationLink = ({ email, code }: { email: string; code: string }): ReactNode => {
  const { people } = useTexts()
  return (
    <div className="flex flex-col gap-3">
      <p>{people.linkMade({ email })}</p>
      <CopyField label={people.link} value={`${location.origin}/invitation#${code}`} />
    </div>
  )
}
