import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, call } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { TextArea, TextField } from '../ui/forms/fields.tsx'
import { formText, SettingsForm } from '../ui/forms/settings-form.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { PhotoField } from './photo-field.tsx'
import { areTagsFine, tagsIn } from './tags-in.rules.ts'
import { type CardOwner, cardQuestion } from './use-cards.ts'

type Card = AnswerOf<'cards', 'net'>

/** Notes of a network or device: tags, group, location and custom fields. */
export const CardPanel = ({ of, name }: { of: CardOwner; name: string }): ReactNode => {
  const { many } = useTexts()
  const card = useQuery(cardQuestion(of))
  return (
    <Panel title={many.card}>
      <Loaded query={card}>{(found) => <CardForm of={of} name={name} card={found} />}</Loaded>
    </Panel>
  )
}

interface Row {
  key: number
  name: string
  value: string
}

const customMax = 20

const CardForm = ({ of, name, card }: { of: CardOwner; name: string; card: Card }): ReactNode => {
  const texts = useTexts()
  const { many } = texts
  const client = useQueryClient()
  const [custom, setCustom] = useState<readonly Row[]>(card.custom.map((row, key) => ({ ...row, key })))
  const [areTagsWrong, setAreTagsWrong] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const set = (key: number, change: Partial<Row>): void =>
    setCustom(custom.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const save = async (form: FormData): Promise<boolean> => {
    const tags = tagsIn(formText(form, 'tags'))
    setAreTagsWrong(!areTagsFine(tags))
    if (!areTagsFine(tags)) return false
    const changes = {
      tags,
      groupName: formText(form, 'groupName'),
      location: formText(form, 'location'),
      serialNumber: formText(form, 'serialNumber'),
      note: formText(form, 'note'),
      custom: custom.map(({ key: _key, ...row }) => row).filter((row) => row.name.trim() !== ''),
    }
    setIsBusy(true)
    try {
      if ('netId' in of) await call('cards', 'changeNet', { ...of, ...changes })
      else await call('cards', 'changeDevice', { ...of, ...changes })
      await client.invalidateQueries({ queryKey: ['cards'] })
      toast(many.cardSaved)
      return true
    } catch (error) {
      toast(errorText(texts, error), 'critical')
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <SettingsForm onSave={save} isBusy={isBusy}>
        <TextField
          label={many.tags}
          hint={many.tagsHelp}
          error={areTagsWrong ? many.problems.tags : undefined}
          name="tags"
          defaultValue={card.tags.join(', ')}
          maxLength={900}
        />
        <TextField label={many.group} name="groupName" defaultValue={card.groupName} maxLength={100} />
        <TextField label={many.location} name="location" defaultValue={card.location} maxLength={500} />
        <TextField label={many.serialNumber} name="serialNumber" defaultValue={card.serialNumber} maxLength={100} />
        <TextArea
          label={many.note}
          name="note"
          rows={3}
          defaultValue={card.note}
          maxLength={4000}
          className="sm:col-span-2"
        />
        <fieldset className="flex min-w-0 flex-col gap-2 sm:col-span-2">
          <legend className="mb-1 text-sm font-medium">{many.custom}</legend>
          {custom.map((row) => (
            <div key={row.key} className="flex flex-wrap items-end gap-2">
              <TextField
                label={many.customName}
                name={`custom-name-${row.key}`}
                className="min-w-32 flex-1"
                value={row.name}
                maxLength={60}
                onChange={({ target }) => set(row.key, { name: target.value })}
              />
              <TextField
                label={many.customValue}
                name={`custom-value-${row.key}`}
                className="min-w-32 flex-2"
                value={row.value}
                maxLength={500}
                onChange={({ target }) => set(row.key, { value: target.value })}
              />
              <Button
                variant="quiet"
                icon={X}
                aria-label={many.customRemove({ name: row.name })}
                title={many.customRemove({ name: row.name })}
                onClick={() => setCustom(custom.filter(({ key }) => key !== row.key))}
              />
            </div>
          ))}
          {custom.length < customMax && (
            <div>
              <Button
                icon={Plus}
                onClick={() =>
                  setCustom([
                    ...custom,
                    { key: Math.max(-1, ...custom.map(({ key }) => key)) + 1, name: '', value: '' },
                  ])
                }
              >
                {many.customAdd}
              </Button>
            </div>
          )}
        </fieldset>
      </SettingsForm>
      <div className="max-w-3xl border-t border-line p-4">
        <PhotoField of={of} name={name} hasPhoto={card.hasPhoto} />
      </div>
    </>
  )
}
