import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Download, Ellipsis, History, Plus, Upload } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { call, type RequestOf } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { type Language, useLanguage } from '../data/state/preferences.ts'
import { familyOf } from '../devices/use-cards.ts'
import { useDeviceChoices } from '../readings/values/use-param-choices.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { itemClass, popupClass } from '../ui/actions/menu-class.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { ObjectHistory } from '../ui/audit/object-history.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { toast } from '../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import type { BoardSearch } from './board.rules.ts'
import { widgetsOfFamily } from './device-board.rules.ts'
import type { Board } from './values/board.ts'

const icon = { className: 'size-4 shrink-0 text-quiet', strokeWidth: 1.75, 'aria-hidden': true } as const

/** Further actions on dashboards, and on the one that is shown. */
export const BoardMenu = ({ board }: { board?: Board }): ReactNode => {
  const texts = useTexts()
  const { dashboards } = texts
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const [isHistory, setIsHistory] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const open = ({ id }: { id: number }): void => void navigate({ to: '/dashboards/$id', params: { id } })
  const duplicate = useAction('boards', 'duplicate', [['boards', 'list']])
  const upload = useAction('boards', 'import', [['boards', 'list']])
  const download = async (dashboardId: number): Promise<void> => {
    try {
      save(await call('boards', 'export', { dashboardId }))
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    }
  }
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = event.target.files ?? []
    event.target.value = ''
    if (chosen === undefined) return
    try {
      const document = JSON.parse(await chosen.text()) as Omit<RequestOf<'boards', 'import'>, 'orgId'>
      upload.mutate({ ...document, orgId }, { onSuccess: open })
    } catch {
      toast(dashboards.notADocument, 'critical')
    }
  }
  if (!isManager && board === undefined) return null
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={`${buttonClass()} px-2`} aria-label={dashboards.more}>
          <Ellipsis className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="end" className="z-40">
            <Menu.Popup className={`min-w-52 ${popupClass}`}>
              {isManager && (
                <Menu.Item className={itemClass} onClick={() => setIsNew(true)}>
                  <Plus {...icon} />
                  {dashboards.new}
                </Menu.Item>
              )}
              {isManager && board !== undefined && (
                <Menu.Item
                  className={itemClass}
                  onClick={() => duplicate.mutate({ dashboardId: board.id }, { onSuccess: open })}
                >
                  <Copy {...icon} />
                  {dashboards.duplicate}
                </Menu.Item>
              )}
              {board !== undefined && (
                <Menu.Item className={itemClass} onClick={() => void download(board.id)}>
                  <Download {...icon} />
                  {dashboards.export}
                </Menu.Item>
              )}
              {isManager && board !== undefined && (
                <Menu.Item className={itemClass} onClick={() => setIsHistory(true)}>
                  <History {...icon} />
                  {texts.audit.history}
                </Menu.Item>
              )}
              {isManager && (
                <Menu.Item className={itemClass} onClick={() => file.current?.click()}>
                  <Upload {...icon} />
                  {dashboards.import}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label={dashboards.import}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void take(event)}
      />
      {board !== undefined && (
        <Dialog title={board.name} isOpen={isHistory} onClose={() => setIsHistory(false)}>
          <ObjectHistory kind="dashboard" id={board.id} />
        </Dialog>
      )}
      <NewBoard isOpen={isNew} onClose={() => setIsNew(false)} />
    </>
  )
}

/** Hands a document to the browser as a file. */
const save = (document_: { name: string }): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${document_.name.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'dashboard'}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}

const nameMax = 200

/** Returns the initial widgets of a device's family; for a template, with variable devices. */
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
const NewBoard = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode => {
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
