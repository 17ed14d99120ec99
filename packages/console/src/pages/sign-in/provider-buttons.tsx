import type { ReactNode } from 'react'
import { type AnswerOf, call } from '../../api/call.ts'
import { goToProvider } from '../../state/provider-ticket.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { providerErrorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSending } from './use-sending.ts'

export interface ProviderButtonsProps {
  providers: AnswerOf<'orgs', 'setupState'>['providers']
  back: string | undefined
}

/** Leads to those who know the person elsewhere. */
export const ProviderButtons = ({ providers, back = '/overview' }: ProviderButtonsProps): ReactNode => {
  const texts = useFirstTexts()
  const leaving = useSending(async (providerId: string) => {
    goToProvider(await call('oidc', 'begin', { providerId }), back)
  })
  return (
    <>
      {leaving.error !== null && <Notice tone="critical">{providerErrorText(texts, leaving.error)}</Notice>}
      {providers.map(({ id, name }) => (
        <Button key={id} className="min-h-10" isBusy={leaving.isPending} onClick={() => leaving.send(id)}>
          {texts.signIn.withProvider(name)}
        </Button>
      ))}
    </>
  )
}
