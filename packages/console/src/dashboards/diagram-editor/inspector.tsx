import type { Faceplates } from '@busbar/diagrams'
import {
  type Arg,
  type ElementDrawing,
  type FaceplateArg,
  type FaceplateUse,
  type PictureModel,
  type PlacedElement,
  withItems,
} from '@busbar/diagrams'
import { type DeviceFaceplate, platesLike, rerouted, withBinding, withPlates } from '@busbar/diagrams/edit'
import { type ReactNode, useMemo, useState } from 'react'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useParamChoices } from '../../readings/values/use-param-choices.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { BindingFields } from './binding-fields.tsx'
import { ClickFields } from './click-fields.tsx'
import { NumberField } from './number-field.tsx'
import { PictureFields } from './picture-fields.tsx'
import type { Editor } from './use-editor.ts'

interface ArgFieldsProps {
  use: FaceplateUse
  args: readonly Arg[]
  onChange: (use: FaceplateUse) => void
}

/** Arguments of a placed faceplate. */
const ArgFields = ({ use, args, onChange }: ArgFieldsProps): ReactNode => {
  const give = (name: string, value: FaceplateArg | undefined): void => {
    const { [name]: _before, ...others } = use.args
    onChange({ ...use, args: value === undefined ? others : { ...others, [name]: value } })
  }
  return (
    <div className="flex flex-col gap-3">
      {args.map(({ name, takes }) => {
        const arg = use.args[name]
        if (takes === 'param') {
          return (
            <ParamSearch
              key={name}
              label={name}
              paramId={arg !== undefined && 'paramId' in arg ? arg.paramId : null}
              onChoose={({ id }) => give(name, { paramId: id })}
            />
          )
        }
        if (takes === 'number') {
          const number = arg !== undefined && 'number' in arg ? arg.number : undefined
          return (
            <NumberField
              key={name}
              label={name}
              value={number}
              onChange={(value) => give(name, value === undefined ? undefined : { number: value })}
            />
          )
        }
        return (
          <TextField
            key={name}
            label={name}
            value={arg !== undefined && 'text' in arg ? arg.text : ''}
            maxLength={200}
            onChange={({ target }) => give(name, { text: target.value })}
          />
        )
      })}
    </div>
  )
}

export interface InspectorProps {
  editor: Editor
  plates: Faceplates
  visId: number
}

const looksByKind: Readonly<Partial<Record<ElementDrawing['kind'], readonly string[]>>> = {
  text: ['n', 'title', 'c'],
  rect: ['box', 'area', 'wall'],
  ellipse: ['box', 'area'],
  pipe: ['pipe', 'wire', 'bus'],
}

/** Fields of the selection, or of the diagram if nothing is selected. */
export const Inspector = ({ editor, plates, visId }: InspectorProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const { model, chosen } = editor
  const selected = model.items.filter(({ code }) => chosen.has(code))
  const [only] = selected
  if (only === undefined) return <PictureFields editor={editor} />
  if (selected.length > 1) return <p className="p-3 text-sm text-quiet">{texts.chosen({ count: selected.length })}</p>
  return <ItemFields key={only.code} editor={editor} item={only} plates={plates} visId={visId} />
}

const ItemFields = ({ editor, item, plates, visId }: InspectorProps & { item: PlacedElement }): ReactNode => {
  const { pictures, common } = useTexts()
  const texts = pictures.editor
  const { model, change } = editor
  const { drawn, code } = item
  const [inner, setInner] = useState('')
  const replace = (next: PlacedElement): void =>
    change((now) => rerouted(withItems(now, (one) => (one.code === code ? next : one))))
  const draw = (more: Partial<ElementDrawing>): void => replace({ ...item, drawn: { ...drawn, ...more } })
  const kindLooks = looksByKind[drawn.kind]
  const codes = innerCodes(model.markups[code] ?? '')
  const bound = codes.includes(inner) ? inner : code
  return (
    <div className="flex flex-col gap-4 p-3">
      <TextField
        label={common.name}
        hint={code}
        value={item.name ?? ''}
        maxLength={200}
        onChange={({ target }) => replace({ ...item, name: target.value })}
      />
      {(drawn.kind === 'text' || drawn.kind === 'value' || drawn.kind === 'control') && (
        <TextField
          label={texts.text}
          value={drawn.text ?? ''}
          maxLength={500}
          onChange={({ target }) => draw({ text: target.value })}
        />
      )}
      {kindLooks !== undefined && (
        <Choice
          label={texts.look}
          value={drawn.look ?? kindLooks[0] ?? ''}
          options={kindLooks.map((look) => [look, texts.looks[look as keyof typeof texts.looks]] as const)}
          onChange={(look) => draw({ look })}
        />
      )}
      <PlaceFields model={model} drawn={drawn} onChange={draw} />
      {codes.length > 0 && (
        <Choice
          label={texts.element}
          value={inner}
          options={[['', texts.whole], ...codes.map((one) => [one, one] as const)]}
          onChange={setInner}
        />
      )}
      {item.use === undefined ? (
        <BindingFields
          key={bound}
          code={bound}
          binding={model.bindings.find((one) => one.code === bound)}
          args={model.args}
          others={model.bindings.map((one) => one.code).filter((one) => one !== bound)}
          onChange={(binding) => change((now) => withBinding(now, bound, binding))}
        />
      ) : (
        <>
          <ArgFields
            use={item.use}
            args={plates.get(item.use.visId)?.args ?? []}
            onChange={(use) => replace({ ...item, use })}
          />
          <PlaceAlike use={item.use} onPlace={(placed) => change((now) => withPlates(now, item, placed))} />
        </>
      )}
      <ClickFields item={item} visId={visId} onChange={replace} />
    </div>
  )
}

interface PlaceAlikeProps {
  use: NonNullable<PlacedElement['use']>
  onPlace: (plates: readonly DeviceFaceplate[]) => void
}

/** The same faceplate for all devices of a kind, in one go. */
const PlaceAlike = ({ use, onPlace }: PlaceAlikeProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const choices = useParamChoices()
  const plates = useMemo(() => platesLike(use, choices.data ?? []), [use, choices.data])
  if (plates.length === 0) return null
  return <Button onClick={() => onPlace(plates)}>{texts.placeAlike({ count: plates.length })}</Button>
}

/** Codes of the elements of an imported drawing. */
const innerCodes = (markup: string): string[] =>
  Array.from(markup.matchAll(/ id="([A-Za-z][\w-]{0,99})"/g), ([, id = '']) => id)

interface PlaceFieldsProps {
  model: PictureModel
  drawn: ElementDrawing
  onChange: (more: Partial<ElementDrawing>) => void
}

const PlaceFields = ({ model, drawn, onChange }: PlaceFieldsProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const isPipe = drawn.kind === 'pipe'
  return (
    <>
      {!isPipe && (
        <div className="grid grid-cols-3 gap-2">
          <NumberField label="x" value={drawn.x} onChange={(x = 0) => onChange({ x })} />
          <NumberField label="y" value={drawn.y} onChange={(y = 0) => onChange({ y })} />
          <NumberField
            label={texts.turn}
            value={drawn.rotate ?? 0}
            onChange={(rotate = 0) => onChange({ rotate: rotate % 360 })}
          />
          <NumberField
            label={texts.width}
            value={drawn.width}
            onChange={(width) => width !== undefined && width > 0 && onChange({ width })}
          />
          <NumberField
            label={texts.height}
            value={drawn.height}
            onChange={(height) => height !== undefined && height > 0 && onChange({ height })}
          />
        </div>
      )}
      {model.layers.length > 0 && (
        <Choice
          label={texts.layer}
          value={drawn.layer ?? ''}
          options={[['', texts.noLayer], ...model.layers.map(({ code, name }) => [code, name] as const)]}
          onChange={(layer) => onChange({ layer: layer === '' ? undefined : layer })}
        />
      )}
    </>
  )
}
