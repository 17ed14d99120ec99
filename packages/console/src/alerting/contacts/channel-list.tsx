import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { type ChannelType, channelTypes, type DraftChannel, newChannel } from './contact-draft.rules.ts'
import { movedUp } from './draft-parts.rules.ts'

const channelsMax = 8
/** What the browser checks; the service has the last word. */
const inputs = {
  sms: { type: 'tel', pattern: '\\+[1-9][\\d\\s\\(\\)\\.\\-]{6,30}' },
  'voice-call': { type: 'tel', pattern: '\\+[1-9][\\d\\s\\(\\)\\.\\-]{6,30}' },
  email: { type: 'email' },
  webhook: { type: 'url', pattern: 'https://.*' },
  telegram: { type: 'text', pattern: '-?[1-9]\\d{0,18}|@[A-Za-z]\\w{3,31}' },
  ntfy: { type: 'url', pattern: 'https://.*' },
} as const

interface ChannelListProps {
  channels: readonly DraftChannel[]
  onChange: (channels: DraftChannel[]) => void
}

/** The channels of a contact, in the order in which they are tried. */
export const ChannelList = ({ channels, onChange }: ChannelListProps): ReactNode => {
  const { contacts: texts, alertForm } = useTexts()
  const change = (key: number, changes: Partial<DraftChannel>): void =>
    onChange(channels.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-semibold">{texts.channels}</legend>
      <p className="text-sm text-quiet">{texts.channelsHelp}</p>
      {channels.map(({ key, type, address }, place) => (
        <div
          key={key}
          role="group"
          aria-label={texts.channel({ place: place + 1 })}
          className="flex flex-wrap items-end gap-2"
        >
          <Choice<ChannelType>
            label={alertForm.channel}
            value={type}
            options={channelTypes.map((one) => [one, alertForm.channels[one]] as const)}
            onChange={(chosen) => change(key, { type: chosen })}
          />
          <TextField
            className="min-w-48 flex-1"
            label={alertForm.recipients[type]}
            value={address}
            maxLength={2000}
            required
            {...inputs[type]}
            onChange={(event) => change(key, { address: event.target.value })}
          />
          {place > 0 && <Button onClick={() => onChange(movedUp(channels, place))}>{texts.up}</Button>}
          <Button
            aria-label={alertForm.removeItem({ name: texts.channel({ place: place + 1 }) })}
            onClick={() => onChange(channels.filter((one) => one.key !== key))}
          >
            {alertForm.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button disabled={channels.length >= channelsMax} onClick={() => onChange([...channels, newChannel('email')])}>
          {texts.addChannel}
        </Button>
      </div>
    </fieldset>
  )
}
