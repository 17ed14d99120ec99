import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { canUsePasskeys, signInWithPasskey } from '../../api/passkeys.ts'
import { takeOverProfile } from '../../api/take-over-profile.ts'
import { startSession } from '../../state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Where the browser has passkeys. */
export const PasskeyButton = (): ReactNode => {
  const { signIn } = useTexts()
  const login = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (opened) => {
      startSession(opened, opened.email)
      void takeOverProfile()
    },
  })
  if (!canUsePasskeys()) return null
  return (
    <>
      {login.isError && <Notice tone="critical">{signIn.passkeyFailed}</Notice>}
      <Button icon={KeyRound} className="min-h-10" isBusy={login.isPending} onClick={() => login.mutate()}>
        {signIn.withPasskey}
      </Button>
    </>
  )
}
