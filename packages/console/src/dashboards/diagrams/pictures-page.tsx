import { drawPicture, emptyModel, savedOf } from '@busbar/diagrams'
import { pictureOfDevice } from '@busbar/diagrams/device'
import { countsOf } from '@busbar/diagrams/viewer'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Workflow } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { type Language, serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { isWritable } from '../../readings/values/is-writable.ts'
import { paramText } from '../../readings/values/param-text.ts'
import { useDeviceChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ImportSvg } from './import-svg.tsx'
import { PictureCard } from './picture-card.tsx'

/** Drawings are large: so many are shown at a time. */
const stepCount = 24
const refetchInterval = 15_000

/** All pictures of the organization, by group and name, each as it looks now. */
export const PicturesPage = (): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const mayDraw = useHasRole('manager')
  const { show = 'all' } = useSearch({ from: '/shell/pictures' })
  const navigate = useNavigate()
  const list = useQuery(apiQuery('visualizations', 'overview', { orgId }))
  const choose = (value: 'all' | 'abnormal' | 'faceplates'): void =>
    void navigate({ to: '/pictures', search: value === 'all' ? {} : { show: value }, replace: true })
  return (
    <Page
      title={pictures.title}
      actions={
        <>
          <Link to="/pictures/symbols" className={buttonClass()}>
            {pictures.symbols}
          </Link>
          {mayDraw && (
            <>
              <ImportSvg />
              <NewPicture />
            </>
          )}
        </>
      }
    >
      <Loaded query={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={Workflow}
              title={pictures.none}
              help={mayDraw ? pictures.noneHelp : pictures.noneHelpViewer}
            />
          ) : (
            <>
              <div className="max-w-md">
                <Segmented
                  label={pictures.show}
                  value={show}
                  options={[
                    ['all', pictures.all],
                    ['abnormal', pictures.abnormal],
                    ['faceplates', pictures.faceplates],
                  ]}
                  onChange={choose}
                />
              </div>
              <Cards
                key={show}
                ids={rows.filter(({ kind }) => (kind === 'faceplate') === (show === 'faceplates')).map(({ id }) => id)}
                isAbnormalOnly={show === 'abnormal'}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const Cards = ({ ids, isAbnormalOnly }: { ids: readonly number[]; isAbnormalOnly: boolean }): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const [count, setCount] = useState(stepCount)
  const visIds = ids.slice(0, count)
  const isAny = visIds.length > 0
  const infos = useQuery({
    ...apiQuery('visualizations', 'infoOfMany', { orgId, visIds }),
    enabled: isAny,
    placeholderData: keepPreviousData,
  })
  const values = useQuery({
    ...apiQuery('visualizations', 'valuesOfMany', { orgId, visIds, lang }),
    enabled: isAny,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  if (!isAny) return <EmptyState icon={Workflow} title={pictures.noneShown} help={pictures.noneShownHelp} />
  return (
    <Loaded query={infos}>
      {(all) => {
        const shown = all.filter(({ id }) => {
          const { none: _none, ...abnormal } = countsOf(values.data?.[id] ?? {})
          return !isAbnormalOnly || Object.values(abnormal).some((one) => one > 0)
        })
        return (
          <>
            {shown.length === 0 ? (
              <EmptyState icon={Workflow} title={pictures.noneShown} help={pictures.noneShownHelp} />
            ) : (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
                {shown.map((vis) => (
                  <li key={vis.id}>
                    <PictureCard vis={vis} values={values.data?.[vis.id]} />
                  </li>
                ))}
              </ul>
            )}
            {ids.length > count && (
              <div>
                <Button onClick={() => setCount(count + stepCount)}>{pictures.more}</Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const charsMax = 200
const emptyDrawing = { source: drawPicture(emptyModel, new Map()) }

/** Draws a diagram of a device: its symbol with state, measurements and setpoints. */
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
const NewPicture = (): ReactNode => {
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
