import type { ElementDrawing, Faceplates, PictureModel, PictureValues, PlacedElement, Vis } from '@busbar/diagrams'
import { bindingsOf, modelOf, savedOf, sizeOf } from '@busbar/diagrams'
import { toGrid } from '@busbar/diagrams/edit'
import { inputsOf } from '@busbar/diagrams/viewer'
import { keepPreviousData, type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp, Play, Square } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { drawingFiles, drawingOfFile, nameOfFile } from '../diagrams/drawing-of-file.ts'
import { Canvas, type Tool } from './canvas.tsx'
import { Inspector } from './inspector.tsx'
import { LayersPanel } from './layers-panel.tsx'
import { Palette } from './palette.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEditor } from './use-editor.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { Versions } from './versions.tsx'

/** Not tried, with what is read, or with what is made up. */
type PreviewMode = 'off' | 'live' | 'madeUp'

interface PreviewControl {
  mode: PreviewMode
  setMode: (mode: PreviewMode) => void
  /** Undefined while it is not tried. */
  values: PictureValues | undefined
  error: Error | null
  inputs: readonly number[]
  madeUp: Readonly<Record<string, string>>
  setMadeUp: (paramId: number, value: string) => void
}

const refetchInterval = 5000

/** The picture as it would be seen, before it is saved: the service works its bindings out. */
const usePreview = (model: PictureModel, plates: Faceplates): PreviewControl => {
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const [mode, setMode] = useState<PreviewMode>('off')
  const [madeUp, setMadeUp] = useState<Readonly<Record<string, string>>>({})
  const bindings = bindingsOf(model, plates).filter(({ arg }) => arg === undefined)
  const filled = Object.fromEntries(Object.entries(madeUp).filter(([, value]) => value !== ''))
  const tried = useQuery({
    ...apiQuery('visualizations', 'tryBindings', {
      orgId,
      bindings,
      lang,
      ...(mode === 'madeUp' && { values: filled }),
    }),
    enabled: mode !== 'off',
    placeholderData: keepPreviousData,
    refetchInterval: mode === 'live' ? refetchInterval : false,
  })
  return {
    mode,
    setMode,
    values: mode === 'off' ? undefined : (tried.data ?? {}),
    error: mode === 'off' ? null : tried.error,
    inputs: [...inputsOf({ bindings })],
    madeUp,
    setMadeUp: (paramId, value) => setMadeUp((before) => ({ ...before, [paramId]: value })),
  }
}

/** As many as are worth making up by hand. */
const shownMax = 100

/** How the picture is tried: with what is read, or with made-up values. */
const PreviewPanel = ({ preview }: { preview: PreviewControl }): ReactNode => {
  const texts = useTexts()
  const { editor } = texts.pictures
  const paramIds = preview.inputs.slice(0, shownMax)
  const infos = useQuery({ ...apiQuery('params', 'info', { paramIds: [...paramIds] }), enabled: paramIds.length > 0 })
  const nameOf = (id: number): string => {
    const info = infos.data?.find((one) => one.id === id)
    return info === undefined ? `#${id}` : `${info.name}, ${info.deviceName}`
  }
  return (
    <div className="flex flex-col gap-3 p-3">
      <Segmented
        label={editor.tryWith}
        value={preview.mode === 'madeUp' ? 'madeUp' : 'live'}
        options={[
          ['live', editor.liveValues],
          ['madeUp', editor.madeUpValues],
        ]}
        onChange={preview.setMode}
      />
      {preview.error !== null && <Notice tone="critical">{errorText(texts, preview.error)}</Notice>}
      {preview.mode === 'madeUp' &&
        paramIds.map((id) => (
          <TextField
            key={id}
            label={nameOf(id)}
            value={preview.madeUp[id] ?? ''}
            maxLength={1000}
            onChange={({ target }) => preview.setMadeUp(id, target.value)}
          />
        ))}
      {paramIds.length === 0 && <p className="text-sm text-quiet">{texts.pictures.noThings}</p>}
    </div>
  )
}

export interface EditorViewProps {
  vis: Vis
  plates: Faceplates
  plateList: readonly Vis[]
  /** There is another version now: begin with that. */
  onReload: () => void
}

/** The editor: palette on the left, diagram in the middle, inspector on the right. */
export const EditorView = ({ vis, plates, plateList, onReload }: EditorViewProps): ReactNode => {
  const texts = useTexts()
  const { pictures, common } = texts
  const { orgId } = useOrg()
  const editor = useEditor(vis)
  const preview = usePreview(editor.model, plates)
  const [tool, setTool] = useState<Tool>('select')
  const [zoom, setZoom] = useState(1)
  const [isSnapping, setIsSnapping] = useState(true)
  const view = useRef<HTMLDivElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const isTried = preview.mode !== 'off'
  const save = useSavePicture(vis)
  useUnsaved(editor.isChanged && !save.isPending && !save.isSuccess)
  useEditorKeys(editor, !isTried)
  /** In the middle of what is seen. */
  const insert = (
    preferredCode: string,
    drawn: Omit<ElementDrawing, 'x' | 'y'>,
    more?: Partial<PlacedElement>,
    markup?: string,
  ): void => {
    const seen = view.current
    const centre = (start: number, size: number, whole: number): number => Math.min(whole, (start + size / 2) / zoom)
    const x = centre(seen?.scrollLeft ?? 0, seen?.clientWidth ?? 0, editor.model.width) - drawn.width / 2
    const y = centre(seen?.scrollTop ?? 0, seen?.clientHeight ?? 0, editor.model.height) - drawn.height / 2
    editor.insert(preferredCode, { ...drawn, x: toGrid(x), y: toGrid(y) }, more, markup)
  }
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    try {
      const request = { orgId, source: await drawingOfFile(file) }
      const { source, leftOut } = await call('visualizations', 'checkSvg', request)
      insert('drawing', { kind: 'svg', ...fitted(sizeOf(source), editor.model) }, { name: nameOfFile(file) }, source)
      toast(leftOut.length === 0 ? pictures.nothingLeftOut : `${pictures.leftOut}: ${leftOut.join(', ')}`)
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    }
  }
  const publish = (): void =>
    save.mutate(savedOf(editor.model, plates, vis), {
      onSuccess: () => {
        editor.noteSaved()
        onReload()
      },
    })
  const actions = (
    <>
      <Versions visId={vis.id} version={vis.version} onRestored={onReload} />
      <Button icon={FileUp} onClick={() => fileInput.current?.click()}>
        {pictures.importSvg}
      </Button>
      <Button icon={isTried ? Square : Play} onClick={() => preview.setMode(isTried ? 'off' : 'live')}>
        {isTried ? pictures.editor.stopTrying : pictures.editor.try}
      </Button>
      <Link to="/pictures/$id" params={{ id: vis.id }} className={buttonClass()}>
        {common.close}
      </Link>
      <Button variant="primary" disabled={!editor.isChanged} isBusy={save.isPending} onClick={publish}>
        {pictures.editor.publish}
      </Button>
    </>
  )
  return (
    <Page title={vis.name} actions={actions}>
      <input
        ref={fileInput}
        type="file"
        accept={drawingFiles}
        className="sr-only"
        tabIndex={-1}
        aria-label={pictures.importSvg}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <p className="text-quiet min-[56.25rem]:hidden">{pictures.editor.tooSmall}</p>
      <div className="flex flex-col gap-3 max-[56.25rem]:hidden">
        {!isTried && (
          <Toolbar
            editor={editor}
            tool={tool}
            onTool={setTool}
            zoom={zoom}
            onZoom={setZoom}
            isSnapping={isSnapping}
            onSnapping={setIsSnapping}
          />
        )}
        <div className="flex h-[calc(100dvh-13rem)] min-h-96 overflow-clip rounded-card border border-line bg-surface">
          {!isTried && (
            <div className="flex w-60 shrink-0 flex-col overflow-y-auto border-r border-line">
              <Palette plates={plateList} onInsert={insert} />
              <LayersPanel editor={editor} />
            </div>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
          <div
            ref={view}
            tabIndex={0}
            role="region"
            aria-label={vis.name}
            className="min-w-0 flex-1 overflow-auto bg-picture"
          >
            <Canvas
              editor={editor}
              plates={plates}
              name={vis.name}
              tool={tool}
              zoom={zoom}
              isSnapping={isSnapping}
              values={preview.values}
              onToolDone={() => setTool('select')}
            />
          </div>
          <div className="w-80 shrink-0 overflow-y-auto border-l border-line">
            {isTried ? (
              <PreviewPanel preview={preview} />
            ) : (
              <Inspector editor={editor} plates={plates} visId={vis.id} />
            )}
          </div>
        </div>
      </div>
    </Page>
  )
}

/** A drawing or image that is larger than the picture is placed smaller. */
const fitted = (size: { width: number; height: number }, { width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, width / size.width, height / size.height)
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
}

type SavedPicture = ReturnType<typeof savedOf>

/** Stores a new version, unless it was changed meanwhile. A faceplate is redrawn wherever it is placed. */
const useSavePicture = (vis: Vis): UseMutationResult<void, Error, SavedPicture> => {
  const texts = useTexts()
  const { orgId } = useOrg()
  return useMutation<void, Error, SavedPicture>({
    mutationFn: async (saved) => {
      await call('visualizations', 'change', { visId: vis.id, ifVersion: vis.version, ...saved })
      if (saved.kind === 'faceplate') await redrawPlaces(orgId, vis.id)
    },
    onSuccess: () => toast(texts.pictures.editor.saved),
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
}

const redrawPlaces = async (orgId: number, visId: number): Promise<void> => {
  const usages = await call('visualizations', 'places', { visId })
  if (usages.length === 0) return
  const overview = await call('visualizations', 'overview', { orgId })
  const plateIds = overview.filter(({ kind }) => kind === 'faceplate').map(({ id }) => id)
  const plates = new Map(
    (await call('visualizations', 'infoOfMany', { orgId, visIds: plateIds })).map((one) => [one.id, one]),
  )
  for (const { id } of usages) {
    if (id === visId) continue
    const picture = await call('visualizations', 'get', { visId: id })
    const saved = savedOf(modelOf(picture), plates, picture)
    await call('visualizations', 'change', { visId: id, ifVersion: picture.version, ...saved })
  }
}
