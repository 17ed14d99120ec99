import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery, type RequestOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { InstallationFrame } from './installation-frame.tsx'
import { SettingField } from './setting-field.tsx'

type Settings = AnswerOf<'installation', 'settings'>
type TestChannel = RequestOf<'installation', 'testMessage'>['type']

/** Outgoing channels of the installation and their state. */
export const SendingPage = (): ReactNode => (
  <InstallationFrame>
    <Channels />
  </InstallationFrame>
)

const Channels = (): ReactNode => {
  const settings = useQuery(apiQuery('installation', 'settings', {}))
  return <Loaded query={settings}>{(found) => <ChannelsView settings={found} />}</Loaded>
}

const ChannelsView = ({ settings }: { settings: Settings }): ReactNode => {
  const { installation: texts } = useTexts()
  const field = (name: 'smtp' | 'smtp-from' | 'telegram', label: string, example: string, help?: string): ReactNode => {
    const setting = settings.find((one) => one.name === name)
    return setting && <SettingField setting={setting} name={name} label={label} example={example} help={help} />
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={texts.mail}>
        <p className="px-4 pb-3 text-sm text-quiet">{texts.mailHelp}</p>
        {field('smtp', texts.mailServer, 'smtp://USER:PASSWORD@mail.example.org:587')}
        {field('smtp-from', texts.mailFrom, 'alerts@example.org', texts.mailFromHelp)}
      </Panel>
      <Panel title={texts.telegram}>
        <p className="px-4 pb-3 text-sm text-quiet">{texts.telegramHelp}</p>
        {field('telegram', texts.telegramToken, '123456:ABC-DEF1234ghIkl')}
      </Panel>
      <TestSend />
    </div>
  )
}

const testChannels: readonly TestChannel[] = ['email', 'sms', 'voice-call', 'telegram', 'ntfy', 'webhook']

/** Sends a test message. */
const TestSend = (): ReactNode => {
  const { installation: texts, alertForm } = useTexts()
  const [type, setType] = useState<TestChannel>('email')
  const [recipient, setRecipient] = useState('')
  const test = useAction('installation', 'testMessage', [])
  const send = (event: FormEvent): void => {
    event.preventDefault()
    test.mutate({ type, recipient })
  }
  return (
    <Panel title={texts.testTitle}>
      <form onSubmit={send} className="flex flex-col gap-4 p-4 pt-0">
        <p className="text-sm text-quiet">{texts.testHelp}</p>
        <div className="grid gap-4 sm:grid-cols-[auto_1fr]">
          <Choice<TestChannel>
            label={texts.by}
            value={type}
            options={testChannels.map((one) => [one, alertForm.channels[one]] as const)}
            onChange={(chosen) => {
              setType(chosen)
              test.reset()
            }}
          />
          <TextField
            label={texts.to}
            hint={alertForm.recipients[type]}
            required
            maxLength={2000}
            value={recipient}
            onChange={(event) => setRecipient(event.target.value)}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" isBusy={test.isPending}>
            {texts.send}
          </Button>
        </div>
        {test.data !== undefined &&
          (test.data.status === 'ok' ? (
            <Notice>{texts.sent}</Notice>
          ) : (
            <Notice tone="critical">{texts.notSent({ why: test.data.errorMessage ?? '' })}</Notice>
          ))}
      </form>
    </Panel>
  )
}
