import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { type Language, useLanguage } from '../data/state/preferences.ts'
import { familyOf } from '../devices/family-of.ts'
import { useDeviceChoices } from '../readings/values/use-param-choices.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { errorText } from '../ui/feedback/error-text.ts'
import { toast } from '../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import type { BoardSearch } from './board-search.rules.ts'
import { widgetsOfFamily } from './device-board.rules.ts'

const nameMax = 200

/** What a device of a family begins with; where it was made from a template, for any device of it. */
const gridOf = async (deviceId: number, language: Language) => {
  const [device, params] = [await call('devices', 'get', { deviceId }), await call('devices', 'params', { deviceId })]
  const { initializedFromTemplate: templateId } = device
  const kind = templateId === undefined ? undefined : (await call('templates', 'get', { templateId })).kind
  const byLabel = new Map(params.map((param) => [param.label ?? '', param]))
  const family = familyOf(kind, params)
  const [id, slug] = [
    (label: string): number => byLabel.get(label)?.id ?? 0,
    (label: string): string => byLabel.get(label)?.slug ?? label,
  ]
  const named =
    templateId === undefined
      ? { value: (label: string) => ({ paramId: id(label) }), device: { deviceId } }
      : { value: (label: string) => ({ key: slug(label) }), device: { variable: 'device' as const } }
  const variable = templateId === undefined ? null : { kind: 'device' as const, templateId }
  return { variable, widgets: widgetsOfFamily(family, named, language) }
}

/** Makes a dashboard besides the default one, empty or from a device, and goes there. */
export const NewBoard = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode => {
  const texts = useTexts()
  const { common, dashboards } = texts
  const { orgId } = useOrg()
  const language = useLanguage()
  const [deviceId, setDeviceId] = useState(0)
  const devices = useDeviceChoices()
  const navigate = useNavigate()
  const create = useAction('dashboards', 'create', [['boards', 'list']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), 'name').trim()
    const make = async (): Promise<void> => {
      const grid = deviceId === 0 ? null : await gridOf(deviceId, language)
      const { id } = await create.mutateAsync({ orgId, name })
      if (grid !== null) await call('boards', 'save', { dashboardId: id, version: 1, ...grid })
      onClose()
      const search: BoardSearch = grid === null ? { edit: true } : { device: deviceId }
      await navigate({ to: '/dashboards/$id', params: { id }, search })
    }
    make().catch((error: unknown) => toast(errorText(texts, error), 'critical'))
  }
  return (
    <Dialog title={dashboards.new} isOpen={isOpen} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField name="name" label={common.name} maxLength={nameMax} pattern=".*\S.*" required autoFocus />
        <Choice
          label={dashboards.madeFrom}
          value={deviceId}
          options={[[0, dashboards.madeFromNothing], ...devices]}
          onChange={setDeviceId}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            {dashboards.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
