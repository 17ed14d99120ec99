import { drawPicture, emptyModel, savedOf } from '@busbar/diagrams'
import { pictureOfDevice } from '@busbar/diagrams/device'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { type Language, useLanguage } from '../../data/state/preferences.ts'
import { isWritable } from '../../readings/values/is-writable.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useDeviceChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const charsMax = 200
const emptyDrawing = { source: drawPicture(emptyModel, new Map()) }

/** As it would be drawn by hand: its symbol with its state, what it measures, what can be set. */
const drawnFrom = async (name: string, deviceId: number, language: Language) => {
  const params = await call('devices', 'params', { deviceId })
  const model = pictureOfDevice(
    name,
    params.map((param) => ({
      ...param,
      name: paramText(param.name, language),
      isWritable: isWritable(param),
      statesCount: Object.keys(param.enum ?? {}).length,
    })),
  )
  return savedOf(model, new Map(), { items: [] })
}

/** Makes a picture, empty or from a device, and opens it in the editor. */
export const NewPicture = (): ReactNode => {
  const texts = useTexts()
  const { common, pictures } = texts
  const { orgId } = useOrg()
  const language = useLanguage()
  const [deviceId, setDeviceId] = useState(0)
  const devices = useDeviceChoices()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAction('visualizations', 'create', [['visualizations', 'overview']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name, group] = [formText(form, 'name').trim(), formText(form, 'group').trim()]
    const open = ({ id }: { id: number }): void => void navigate({ to: '/pictures/$id/edit', params: { id } })
    const make = async (): Promise<void> => {
      const drawn = deviceId === 0 ? emptyDrawing : await drawnFrom(name, deviceId, language)
      create.mutate({ orgId, name, group, updatePeriodSec: 5, ...drawn }, { onSuccess: open })
    }
    make().catch((error: unknown) => toast(errorText(texts, error), 'critical'))
  }
  return (
    <>
      <Button icon={Plus} variant="primary" onClick={() => setIsOpen(true)}>
        {pictures.new}
      </Button>
      <Dialog title={pictures.new} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField name="name" label={common.name} maxLength={charsMax} pattern=".*\S.*" required />
          <Choice
            label={pictures.from}
            value={deviceId}
            options={[[0, pictures.fromNothing], ...devices]}
            onChange={setDeviceId}
          />
          <TextField name="group" label={pictures.group} hint={pictures.groupHelp} maxLength={charsMax} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {pictures.draw}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
