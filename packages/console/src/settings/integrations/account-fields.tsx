import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { TextArea, TextField } from '../../ui/forms/fields.tsx'
import type { Broker, Receiver } from './connector.ts'

/** What is said of an address and the account there, where kinds of connectors differ. */
interface AccountTexts {
  urlHint: string
  userHint?: string
  password: string
  ca: string
  caHint: string
}

/** Where a connector leads and as whom: name, address, user, password, and the authority of its certificate. */
export const AccountFields = (props: {
  initial: Broker | Receiver | null
  scheme: 'mqtt' | 'http'
  url: string
  onUrl: (url: string) => void
  words: AccountTexts
}): ReactNode => {
  const { initial, scheme, url, onUrl, words } = props
  const { integrations: texts } = useTexts()
  const { userHint } = words
  return (
    <>
      <TextField
        name="name"
        label={texts.name}
        defaultValue={initial?.name}
        maxLength={100}
        pattern=".*\S.*"
        required
      />
      <TextField
        label={texts.url}
        hint={words.urlHint}
        value={url}
        onChange={(event) => onUrl(event.target.value)}
        pattern={`\\s*${scheme}s?://.+`}
        maxLength={500}
        spellCheck={false}
        required
      />
      <TextField
        name="user"
        label={texts.user}
        {...(userHint !== undefined && { hint: userHint })}
        defaultValue={initial?.settings.user ?? ''}
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        name="password"
        type="password"
        label={words.password}
        hint={initial?.hasPassword ? texts.passwordKept : texts.passwordHint}
        maxLength={500}
        autoComplete="new-password"
      />
      {url.startsWith(`${scheme}s:`) && (
        <TextArea
          name="ca"
          label={words.ca}
          hint={words.caHint}
          defaultValue={initial?.settings.ca ?? ''}
          spellCheck={false}
        />
      )}
    </>
  )
}
