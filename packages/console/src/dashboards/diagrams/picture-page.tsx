import type { PictureValues, Vis } from '@busbar/diagrams'
import { countsOf } from '@busbar/diagrams/viewer'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { List, Maximize } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { LevelMark } from '../../alerting/alert-state.tsx'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { Kiosk } from '../../shell/sharing/kiosk.tsx'
import { ShareButton } from '../../shell/sharing/share-button.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { alarmsOf } from './alarms.rules.ts'
import { ControlDialog } from './control-dialog.tsx'
import { ElementPanel } from './element-panel.tsx'
import { ElementsList } from './elements-list.tsx'
import { LiveDrawing, Picture, usePictureValues } from './picture.tsx'
import { AbnormalBadges } from './picture-card.tsx'
import { PictureSettings } from './picture-settings.tsx'
import { SharedPicture } from './shared-picture.tsx'
import { type PictureElement, useElements } from './use-elements.ts'

/** A picture, live. */
export const PicturePage = (): ReactNode => {
  const { pictures } = useTexts()
  const { id } = useParams({ from: '/shell/pictures/$id' })
  const { kiosk } = useSearch({ from: '/shell/pictures/$id' })
  const vis = useQuery(apiQuery('visualizations', 'get', { visId: id }))
  if (vis.data === undefined) {
    return (
      <Page title={pictures.title}>
        <Loaded query={vis}>{() => null}</Loaded>
      </Page>
    )
  }
  return kiosk === true ? <KioskPicture vis={vis.data} /> : <View key={id} vis={vis.data} />
}

/** A picture of who is signed in on a wall. */
const KioskPicture = ({ vis }: { vis: Vis }): ReactNode => {
  const { look } = useSearch({ from: '/shell/pictures/$id' })
  const navigate = useNavigate({ from: '/pictures/$id' })
  return (
    <Kiosk title={vis.name} isLight={look === 'light'} onLeave={() => void navigate({ search: {}, replace: true })}>
      <SharedPicture object={{ visId: vis.id }} />
    </Kiosk>
  )
}

/** Write that waits for confirmation. */
interface PendingWrite {
  element: PictureElement
  value: string | undefined
}

const View = ({ vis }: { vis: Vis }): ReactNode => {
  const { pictures } = useTexts()
  const { pick, list, full } = useSearch({ from: '/shell/pictures/$id' })
  const navigate = useNavigate({ from: '/pictures/$id' })
  const may = { operator: useHasRole('operator'), manager: useHasRole('manager'), owner: useHasRole('owner') }
  const mayUse = ({ role = 'operator' }: { role?: keyof typeof may | undefined }): boolean => may[role]
  const mayDraw = may.manager
  const values = usePictureValues(vis)
  const elements = useElements(vis)
  const [wanted, setWanted] = useState<PendingWrite | null>(null)
  const counts = countsOf(values.data ?? {})
  const picked = elements.find(({ code }) => code === pick)
  const select = (code: string | undefined): void =>
    void navigate({ search: ({ pick: _pick, ...rest }) => (code === undefined ? rest : { ...rest, pick: code }) })
  const choose = (code: string): void => {
    const element = elements.find((one) => one.code === code)
    const { go, control } = element?.item ?? {}
    if (element === undefined) return
    if (go !== undefined) void navigate({ to: '/pictures/$id', params: { id: go.visId }, search: full ? { full } : {} })
    else if (control !== undefined && (control.kind === 'button' || control.kind === 'setPoint') && mayUse(control))
      setWanted({ element, value: control.kind === 'button' ? (control.on ?? '1') : undefined })
    else select(code)
  }
  const openFull = (): void => {
    // A phone may have no such thing: then the picture fills the page.
    if ('requestFullscreen' in document.documentElement)
      void document.documentElement.requestFullscreen().catch(() => undefined)
    void navigate({ search: (before) => ({ ...before, full: true }) })
  }
  const toggleList = (): void =>
    void navigate({ search: ({ list: _list, ...rest }) => (list === undefined ? { ...rest, list: 'all' } : rest) })
  const actions = (
    <>
      <Button icon={List} aria-pressed={list !== undefined} onClick={toggleList} className="max-md:hidden">
        {pictures.list}
      </Button>
      <Button icon={Maximize} onClick={openFull}>
        {pictures.fullScreen}
      </Button>
      {mayDraw && (
        <>
          <PictureSettings vis={vis} />
          <ShareButton
            object={{ kind: 'picture', visId: vis.id }}
            onKiosk={() => void navigate({ search: { kiosk: true } })}
          />
          <Link to="/pictures/$id/edit" params={{ id: vis.id }} className={`${buttonClass('primary')} max-md:hidden`}>
            {pictures.edit}
          </Link>
        </>
      )}
    </>
  )
  const write = (element: PictureElement, value: string | undefined): void => setWanted({ element, value })
  return (
    <Page title={vis.name} badge={<AbnormalBadges counts={counts} />} actions={actions}>
      <PictureTabs vis={vis} />
      <div className="flex items-start gap-4 max-md:flex-col max-md:items-stretch">
        <div className="min-w-0 flex-1">
          <LiveDrawing
            name={vis.name}
            source={vis.source}
            values={values.data}
            elements={elements}
            picked={pick}
            onPick={choose}
            className="h-[max(18rem,calc(100dvh-14rem))] rounded-card border border-line max-md:aspect-[4/3] max-md:h-auto"
          />
        </div>
        {picked !== undefined && (
          <ElementPanel
            element={picked}
            value={values.data?.[picked.code]}
            onWrite={write}
            onClose={() => select(undefined)}
          />
        )}
        <Side
          isShown={list !== undefined && picked === undefined}
          elements={elements}
          values={values.data}
          onChoose={choose}
        />
      </div>
      <AlarmBar vis={vis} />
      {full === true && (
        <FullScreen>
          <Picture visId={vis.id} picked={pick} onPick={choose} className="h-full" />
        </FullScreen>
      )}
      {wanted?.element.item?.control !== undefined && (
        <ControlDialog
          name={wanted.element.name}
          control={wanted.element.item.control}
          element={{ visId: vis.id, code: wanted.element.code }}
          value={wanted.value}
          onClose={() => setWanted(null)}
        />
      )}
    </Page>
  )
}

interface SideProps {
  /** On a wide screen; a phone always has it below the picture. */
  isShown: boolean
  elements: readonly PictureElement[]
  values: PictureValues | undefined
  onChoose: (code: string) => void
}

const Side = ({ isShown, ...rest }: SideProps): ReactNode => (
  <div className={isShown ? 'md:w-86 md:shrink-0' : 'md:hidden'}>
    <ElementsList {...rest} />
  </div>
)

/** Over everything but dialogs, until Escape or its button ends it. */
const FullScreen = ({ children }: { children: ReactNode }): ReactNode => {
  const { pictures } = useTexts()
  const navigate = useNavigate({ from: '/pictures/$id' })
  useEffect(() => {
    const leave = (): void => void navigate({ search: ({ full: _full, ...rest }) => rest })
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector('[role=dialog]') === null) leave()
    }
    const onChange = (): void => {
      if (document.fullscreenElement === null) leave()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement !== null) void document.exitFullscreen()
    }
  }, [navigate])
  return (
    <div className="fixed inset-0 z-25 bg-picture">
      {children}
      <Button
        className="absolute right-3 bottom-3"
        onClick={() => void navigate({ search: ({ full: _full, ...rest }) => rest })}
      >
        {pictures.leaveFullScreen}
      </Button>
    </div>
  )
}

/** The ways between the pictures of a group; not there while it is the only one. */
const PictureTabs = ({ vis }: { vis: Vis }): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const list = useQuery(apiQuery('visualizations', 'overview', { orgId }))
  const group = list.data?.filter((one) => one.group === vis.group && one.kind === 'picture') ?? []
  if (vis.group === '' || group.length < 2) return null
  return (
    <Tabs label={pictures.groupTabs}>
      {group.map(({ id, name }) => (
        <Tab key={id} to="/pictures/$id" params={{ id }} search={id === vis.id ? true : {}}>
          <ShortName name={name} />
        </Tab>
      ))}
    </Tabs>
  )
}

const shownMax = 4
const idsMax = 1000

/** Firing alerts of the networks of a diagram, most severe first. The bar also says when there are none. */
const AlarmBar = ({ vis }: { vis: Vis }): ReactNode => {
  const { pictures } = useTexts()
  const { orgId } = useOrg()
  const { ago } = useFormat()
  const now = useNow()
  const paramIds = [...new Set(vis.bindings.flatMap(({ param }) => param ?? []))].slice(0, idsMax)
  const infos = useQuery({ ...apiQuery('params', 'info', { paramIds }), enabled: paramIds.length > 0 })
  const states = useQuery(apiQuery('alerts', 'states', { orgId }))
  if (infos.data === undefined || states.data === undefined) return null
  const alarms = alarmsOf(states.data, new Set(infos.data.map(({ networkId }) => networkId)))
  return (
    <section
      aria-label={pictures.alarms}
      className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 text-sm"
    >
      {alarms.length === 0 ? (
        <StateMark tone="ok">{pictures.noAlarms}</StateMark>
      ) : (
        <>
          <ul className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1">
            {alarms.slice(0, shownMax).map(({ id, name, logAs, startedOn, confirmed }) => (
              <li key={id} className="flex min-w-0 items-center gap-2">
                <LevelMark level={logAs} isQuiet={confirmed !== undefined} />
                <Link
                  to="/alerts/$id"
                  params={{ id }}
                  className="truncate font-medium underline-offset-3 hover:underline max-md:min-h-11 max-md:content-center"
                >
                  {name}
                </Link>
                {startedOn !== undefined && <span className="text-xs text-quiet">{ago(startedOn, now)}</span>}
              </li>
            ))}
          </ul>
          {alarms.length > shownMax && (
            <Link to="/alerts" className="text-accent underline-offset-3 hover:underline">
              {pictures.moreAlarms({ count: alarms.length - shownMax })}
            </Link>
          )}
        </>
      )}
    </section>
  )
}
