import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { canUsePasskeys, signInWithPasskey } from '../../api/passkeys.ts'
import { takeOverProfile } from '../../api/take-over-profile.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { SessionStart } from './enter.ts'
import { useSending } from './use-sending.ts'

/** Where the browser has passkeys. */
export const PasskeyButton = ({ onEnter }: { onEnter: SessionStart }): ReactNode => {
  const { signIn } = useFirstTexts()
  const login = useSending(async () => {
    const opened = await signInWithPasskey()
    await onEnter(opened, opened.email)
    void takeOverProfile()
  })
  if (!canUsePasskeys()) return null
  return (
    <>
      {login.error !== null && <Notice tone="critical">{signIn.passkeyFailed}</Notice>}
      <Button icon={KeyRound} className="min-h-10" isBusy={login.isPending} onClick={() => login.send(undefined)}>
        {signIn.withPasskey}
      </Button>
    </>
  )
}
