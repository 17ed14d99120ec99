import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText, SettingsForm, slugRules } from '../../ui/forms/settings-form.tsx'
import { netChangesOf } from './net.rules.ts'

interface AddressFieldsProps {
  net: AnswerOf<'nets', 'get'>
  wrong: Readonly<Record<string, string>>
}

const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const

/** Address and protocol of a network that the cloud connects to. */
const AddressFields = ({ net, wrong }: AddressFieldsProps): ReactNode => {
  const { newNet } = useTexts()
  const [protocol, setProtocol] = useState(net.protocol)
  return (
    <>
      <TextField
        label={newNet.host}
        hint={newNet.hostHint}
        name="ip"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        defaultValue={net.ip}
        error={wrong['connection.ip'] === undefined ? undefined : newNet.hostWrong}
      />
      <NumberField
        label={newNet.port}
        name="port"
        isWhole
        min={1}
        max={65_535}
        required
        defaultValue={net.port}
        error={wrong['connection.port']}
      />
      <div className="sm:col-span-2">
        <Choice
          label={newNet.protocol}
          name="protocol"
          value={protocol}
          options={protocols.map((one) => [one, newNet.protocols[one]] as const)}
          onChange={setProtocol}
        />
      </div>
    </>
  )
}

type Net = AnswerOf<'nets', 'get'>
type LinkSettings = AnswerOf<'links', 'settings'>

/** The name of a network, and how the service talks with it. */
export const NetSettings = ({ net }: { net: Net }): ReactNode => {
  const link = useQuery(apiQuery('links', 'settings', { netId: net.id }))
  return <Loaded query={link}>{(settings) => <Fields net={net} link={settings} />}</Loaded>
}

const Fields = ({ net, link }: { net: Net; link: LinkSettings }): ReactNode => {
  const { id: netId, name, description, slug, mac } = net
  const { common, net: texts } = useTexts()
  const isOwner = useHasRole('owner')
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const change = useAction('nets', 'change', [['nets'], ['links']])
  const changeLink = useAction('links', 'changeSettings', [['links']])
  const save = async (form: FormData): Promise<boolean> => {
    const changed = await change.mutateAsync({ netId, ...netChangesOf((field) => formText(form, field), net) })
    setWrong(changed.errors)
    if (changed.result === 'error') return false
    await changeLink.mutateAsync({
      netId,
      timeoutMs: Number(form.get('timeoutMs')),
      exchangeDepth: Number(form.get('exchangeDepth')),
      ...(isOwner && { isWritingAllowed: form.get('isWritingAllowed') !== null }),
    })
    toast(texts.saved)
    return true
  }
  // The operations show their errors themselves.
  const onSave = (form: FormData): Promise<boolean> => save(form).catch(() => false)
  return (
    <SettingsForm onSave={onSave} isBusy={change.isPending || changeLink.isPending}>
      <TextField label={common.name} name="name" defaultValue={name} maxLength={200} required error={wrong['name']} />
      <TextField
        label={texts.description}
        name="description"
        defaultValue={description}
        maxLength={2000}
        error={wrong['description']}
      />
      {mac === undefined && <AddressFields net={net} wrong={wrong} />}
      <TextField
        label={common.slug}
        hint={common.slugHelp}
        error={wrong['slug'] === undefined ? undefined : common.slugTaken}
        className="sm:col-span-2"
        name="slug"
        {...slugRules}
        defaultValue={slug}
      />
      <NumberField
        label={texts.timeout}
        name="timeoutMs"
        isWhole
        min={50}
        max={60_000}
        required
        defaultValue={link.timeoutMs}
      />
      <NumberField
        label={texts.depth}
        name="exchangeDepth"
        isWhole
        min={1}
        max={16}
        required
        defaultValue={link.exchangeDepth}
      />
      <div className="sm:col-span-2">
        <Checkbox
          label={texts.writing}
          hint={texts.writingHelp}
          name="isWritingAllowed"
          defaultChecked={link.isWritingAllowed}
          disabled={!isOwner}
        />
      </div>
    </SettingsForm>
  )
}
