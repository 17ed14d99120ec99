import { type ChannelSetting, type ChannelType, channels, listedTypes } from '@busbar/cloud/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
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

/** Channels with a setting of their own name: the token of a bot. */
type BotType = ChannelType & ChannelSetting
const botTypes = listedTypes.filter((type): type is BotType => type in channels[type].settings)
const examples = Object.assign({}, ...listedTypes.map((type) => channels[type].settings)) as Record<
  ChannelSetting,
  string
>

const ChannelsView = ({ settings }: { settings: Settings }): ReactNode => {
  const { installation: texts } = useTexts()
  const field = (name: ChannelSetting, label: string, help?: string): ReactNode => {
    const setting = settings.find((one) => one.name === name)
    return setting && <SettingField setting={setting} name={name} label={label} example={examples[name]} help={help} />
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={texts.mail}>
        <p className="px-4 pb-3 text-sm text-quiet">{texts.mailHelp}</p>
        {field('smtp', texts.mailServer)}
        {field('smtp-from', texts.mailFrom, texts.mailFromHelp)}
      </Panel>
      {botTypes.map((type) => (
        <Panel key={type} title={texts[type]}>
          <p className="px-4 pb-3 text-sm text-quiet">{texts[`${type}Help` as const]}</p>
          {field(type, texts[`${type}Token` as const])}
        </Panel>
      ))}
      <TestSend />
    </div>
  )
}

/** Sends a test message. */
const TestSend = (): ReactNode => {
  const { installation: texts, alertForm } = useTexts()
  const [type, setType] = useState<ChannelType>('email')
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
          <Choice<ChannelType>
            label={texts.by}
            value={type}
            options={listedTypes.map((one) => [one, alertForm.channels[one]] as const)}
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
