import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { formText } from '../../ui/form-text.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SettingsForm } from '../../ui/settings-form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Checkbox } from '../../ui/tick.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAct } from '../../ui/use-act.ts'

type Net = AnswerOf<'nets', 'get'>
type Link = AnswerOf<'links', 'settings'>

/** The name of a network, and how the service talks with it. */
export const NetSettings = ({ net }: { net: Net }): ReactNode => {
  const link = useQuery(ask('links', 'settings', { netId: net.id }))
  return <Loaded query={link}>{(settings) => <Fields net={net} link={settings} />}</Loaded>
}

const Fields = ({ net: { id: netId, name, description }, link }: { net: Net; link: Link }): ReactNode => {
  const { common, net } = useTexts()
  const isOwner = useMay('owner')
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const change = useAct('nets', 'change', [['nets']])
  const changeLink = useAct('links', 'changeSettings', [['links']])
  const save = async (form: FormData): Promise<void> => {
    const about = formText(form, 'description').trim()
    const changed = await change.mutateAsync({
      netId,
      name: formText(form, 'name'),
      description: about === '' ? null : about,
    })
    if (changed.result === 'error') return setWrong(changed.errors)
    setWrong({})
    await changeLink.mutateAsync({
      netId,
      timeoutMs: Number(form.get('timeoutMs')),
      exchangeDepth: Number(form.get('exchangeDepth')),
      ...(isOwner && { isWritingAllowed: form.get('isWritingAllowed') !== null }),
    })
    toast(net.saved)
  }
  // What goes wrong is told by the operations themselves.
  const onSave = (form: FormData): void => void save(form).catch(() => {})
  return (
    <SettingsForm onSave={onSave} isBusy={change.isPending || changeLink.isPending}>
      <TextField label={common.name} name="name" defaultValue={name} maxLength={200} required error={wrong['name']} />
      <TextField
        label={net.description}
        name="description"
        defaultValue={description}
        maxLength={2000}
        error={wrong['description']}
      />
      <TextField
        label={net.timeout}
        name="timeoutMs"
        type="number"
        min={50}
        max={60_000}
        required
        defaultValue={link.timeoutMs}
      />
      <TextField
        label={net.depth}
        name="exchangeDepth"
        type="number"
        min={1}
        max={16}
        required
        defaultValue={link.exchangeDepth}
      />
      <div className="sm:col-span-2">
        <Checkbox
          label={net.writing}
          hint={net.writingHelp}
          name="isWritingAllowed"
          defaultChecked={link.isWritingAllowed}
          disabled={!isOwner}
        />
      </div>
    </SettingsForm>
  )
}
