import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

export interface RecoveryCodesProps {
  codes: readonly string[]
  onStored: () => void
}

/** Shown once, when they are made. */
export const RecoveryCodes = ({ codes, onStored }: RecoveryCodesProps): ReactNode => {
  const { profile } = useTexts()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <Notice tone="warning">
      <p className="font-medium">{profile.codesTitle}</p>
      <p>{profile.codesHelp}</p>
      <ul className="my-3 grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2" aria-label={profile.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass()} href={file} download="busbar-recovery-codes.txt">
          {profile.download}
        </a>
        <Button onClick={onStored}>{profile.codesStored}</Button>
      </div>
    </Notice>
  )
}
